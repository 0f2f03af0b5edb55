// SPDX-License-Identifier: GPL-2.0
/*
 * vk.c -- a Vulkan program that submits work of one kind and waits for it.
 *
 *	vk queues		submit a small transfer to each queue family
 *	vk draw [N [nested]]	make N draws of a triangle (default: 1)
 *	vk walker [N [nested]]	run a compute shader N times
 *	vk indirect [N [nested]] run a compute shader N times; the number of groups is in a buffer
 *	vk copy [N [nested]]	copy a buffer N times on the last queue family with transfers, which
 *				is the copy engine if the GPU has one
 *	vk event [N [nested]]	copy a buffer N times, and wait for an event that is never set
 *	vk frames SECONDS	draw, compute and copy, one after the other, for this time
 *
 * With "nested" the commands are in a secondary command buffer.  The exit status is 0 if the work
 * was done, 1 if the device was lost or the work was not done after a minute, 2 if something else
 * failed.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <vulkan/vulkan.h>

#include "vk_comp.h"
#include "vk_frag.h"
#include "vk_vert.h"

#define FAMILIES	8
#define SIZE		65536
#define WIDTH		64
#define WAIT_NS		60000000000ull

static VkPhysicalDevice gpu;
static VkDevice dev;
static VkQueueFamilyProperties families[FAMILIES];
static uint32_t count = FAMILIES, times = 1;
static int nested, indirect;
static VkCommandBuffer primary;

static void check(VkResult r, const char *what)
{
	if (r == VK_SUCCESS)
		return;
	fprintf(stderr, "vk: %s: %d\n", what, r);
	exit(r == VK_ERROR_DEVICE_LOST || r == VK_TIMEOUT ? 1 : 2);
}

/* family - find the first (or if @last is set, the last) queue family with one of these flags */
static uint32_t family(VkQueueFlags flags, int last)
{
	uint32_t found = FAMILIES;

	for (uint32_t i = 0; i < count; i++)
		if ((families[i].queueFlags & flags) && (last || found == FAMILIES))
			found = i;
	if (found < FAMILIES)
		return found;
	fprintf(stderr, "vk: no queue family has flags %#x\n", flags);
	exit(2);
}

static void open_device(void)
{
	VkDeviceQueueCreateInfo queues[FAMILIES];
	const VkApplicationInfo app = {
		.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_1,
	};
	const VkInstanceCreateInfo info = {
		.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &app,
	};
	VkDeviceCreateInfo device = { .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO };
	VkPhysicalDeviceProperties p;
	static const float priority = 1;
	VkInstance instance;
	uint32_t n = 1;

	check(vkCreateInstance(&info, NULL, &instance), "instance");
	if (vkEnumeratePhysicalDevices(instance, &n, &gpu) < 0 || !n) {
		fprintf(stderr, "vk: no GPU\n");
		exit(2);
	}
	vkGetPhysicalDeviceProperties(gpu, &p);
	vkGetPhysicalDeviceQueueFamilyProperties(gpu, &count, families);
	printf("vk: %s, %u queue families\n", p.deviceName, count);
	for (uint32_t i = 0; i < count; i++)
		queues[i] = (VkDeviceQueueCreateInfo){
			.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
			.queueFamilyIndex = i, .queueCount = 1, .pQueuePriorities = &priority,
		};
	device.queueCreateInfoCount = count;
	device.pQueueCreateInfos = queues;
	check(vkCreateDevice(gpu, &device, NULL, &dev), "device");
}

static VkDeviceMemory allocate(VkMemoryRequirements need, VkMemoryPropertyFlags flags)
{
	VkMemoryAllocateInfo info = {
		.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = need.size,
	};
	VkPhysicalDeviceMemoryProperties have;
	VkDeviceMemory memory;
	uint32_t i = 0;

	vkGetPhysicalDeviceMemoryProperties(gpu, &have);
	while (!(need.memoryTypeBits & 1u << i) ||
	       (have.memoryTypes[i].propertyFlags & flags) != flags)
		i++;
	info.memoryTypeIndex = i;
	check(vkAllocateMemory(dev, &info, NULL, &memory), "memory");
	return memory;
}

static VkBuffer new_buffer(void)
{
	const VkBufferCreateInfo info = {
		.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = SIZE,
		.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
			 VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT,
	};
	VkMemoryRequirements need;
	VkBuffer buffer;

	check(vkCreateBuffer(dev, &info, NULL, &buffer), "buffer");
	vkGetBufferMemoryRequirements(dev, buffer, &need);
	check(vkBindBufferMemory(dev, buffer,
				 allocate(need, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT), 0), "bind");
	return buffer;
}

/*
 * begin - begin the primary command buffer, and with "nested" also a secondary one; returns the
 * buffer into which the caller records commands.  @pass: their render pass, or VK_NULL_HANDLE
 */
static VkCommandBuffer begin(uint32_t index, VkRenderPass pass)
{
	const VkCommandPoolCreateInfo info = {
		.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .queueFamilyIndex = index,
	};
	VkCommandBufferAllocateInfo one = {
		.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandBufferCount = 1,
	};
	const VkCommandBufferInheritanceInfo outer = {
		.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO, .renderPass = pass,
	};
	VkCommandBufferBeginInfo start = {
		.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .pInheritanceInfo = &outer,
	};
	VkCommandBuffer cmd;

	check(vkCreateCommandPool(dev, &info, NULL, &one.commandPool), "pool");
	check(vkAllocateCommandBuffers(dev, &one, &primary), "command buffer");
	check(vkBeginCommandBuffer(primary, &start), "begin");
	if (!nested)
		return primary;
	one.level = VK_COMMAND_BUFFER_LEVEL_SECONDARY;
	if (pass)
		start.flags = VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT;
	check(vkAllocateCommandBuffers(dev, &one, &cmd), "command buffer");
	check(vkBeginCommandBuffer(cmd, &start), "begin");
	return cmd;
}

/* execute - with "nested", end the secondary command buffer and call it from the primary one */
static void execute(VkCommandBuffer cmd)
{
	if (!nested)
		return;
	check(vkEndCommandBuffer(cmd), "end");
	vkCmdExecuteCommands(primary, 1, &cmd);
}

static void submit(uint32_t index)
{
	const VkFenceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
	const VkSubmitInfo work = {
		.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
		.commandBufferCount = 1, .pCommandBuffers = &primary,
	};
	VkFence fence;
	VkQueue queue;

	check(vkEndCommandBuffer(primary), "end");
	check(vkCreateFence(dev, &info, NULL, &fence), "fence");
	vkGetDeviceQueue(dev, index, 0, &queue);
	check(vkQueueSubmit(queue, 1, &work, fence), "submit");
	check(vkWaitForFences(dev, 1, &fence, 1, WAIT_NS), "wait");
	check(vkQueueWaitIdle(queue), "idle");
}

static VkShaderModule shader(const uint32_t *code, size_t size)
{
	const VkShaderModuleCreateInfo info = {
		.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
		.codeSize = size, .pCode = code,
	};
	VkShaderModule module;

	check(vkCreateShaderModule(dev, &info, NULL, &module), "shader");
	return module;
}

static void add_copies(VkCommandBuffer cmd)
{
	const VkBufferCopy region = { .size = SIZE };
	VkBuffer from = new_buffer(), to = new_buffer();

	for (uint32_t i = 0; i < times; i++)
		vkCmdCopyBuffer(cmd, i & 1 ? to : from, i & 1 ? from : to, 1, &region);
}

static void copy(uint32_t index)
{
	VkCommandBuffer cmd = begin(index, VK_NULL_HANDLE);

	add_copies(cmd);
	execute(cmd);
	submit(index);
}

static void queues(void)
{
	const VkQueueFlags can = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT |
				 VK_QUEUE_TRANSFER_BIT;

	for (uint32_t i = 0; i < count; i++) {
		if (!(families[i].queueFlags & can))
			continue;
		copy(i);
		printf("vk: family %u, flags %#x: done\n", i, families[i].queueFlags);
	}
}

static void event(void)
{
	const VkEventCreateInfo info = { .sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO };
	uint32_t index = family(VK_QUEUE_GRAPHICS_BIT, 0);
	VkCommandBuffer cmd = begin(index, VK_NULL_HANDLE);
	VkEvent never;

	check(vkCreateEvent(dev, &info, NULL, &never), "event");
	add_copies(cmd);
	vkCmdWaitEvents(cmd, 1, &never, VK_PIPELINE_STAGE_HOST_BIT,
			VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, 0, NULL, 0, NULL, 0, NULL);
	execute(cmd);
	submit(index);
}

static VkDescriptorSet storage(VkDescriptorSetLayout layout)
{
	const VkDescriptorPoolSize size = { VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1 };
	const VkDescriptorPoolCreateInfo info = {
		.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1,
		.poolSizeCount = 1, .pPoolSizes = &size,
	};
	VkDescriptorSetAllocateInfo one = {
		.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
		.descriptorSetCount = 1, .pSetLayouts = &layout,
	};
	const VkDescriptorBufferInfo buffer = { new_buffer(), 0, SIZE };
	VkWriteDescriptorSet write = {
		.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .descriptorCount = 1,
		.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .pBufferInfo = &buffer,
	};

	check(vkCreateDescriptorPool(dev, &info, NULL, &one.descriptorPool), "descriptor pool");
	check(vkAllocateDescriptorSets(dev, &one, &write.dstSet), "descriptor");
	vkUpdateDescriptorSets(dev, 1, &write, 0, NULL);
	return write.dstSet;
}

static void walker(void)
{
	const VkDescriptorSetLayoutBinding binding = {
		.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .descriptorCount = 1,
		.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
	};
	const VkDescriptorSetLayoutCreateInfo set = {
		.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
		.bindingCount = 1, .pBindings = &binding,
	};
	VkPipelineLayoutCreateInfo layout = {
		.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1,
	};
	VkComputePipelineCreateInfo info = {
		.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
		.stage = { .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
			   .stage = VK_SHADER_STAGE_COMPUTE_BIT, .pName = "main",
			   .module = shader(vk_comp, sizeof(vk_comp)) },
	};
	const VkMemoryBarrier after = {
		.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
		.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
		.dstAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
	};
	uint32_t index = family(VK_QUEUE_COMPUTE_BIT, 0);
	VkBuffer groups = VK_NULL_HANDLE;
	VkDescriptorSetLayout sets;
	VkDescriptorSet data;
	VkCommandBuffer cmd;
	VkPipeline pipeline;

	check(vkCreateDescriptorSetLayout(dev, &set, NULL, &sets), "set layout");
	layout.pSetLayouts = &sets;
	check(vkCreatePipelineLayout(dev, &layout, NULL, &info.layout), "layout");
	check(vkCreateComputePipelines(dev, NULL, 1, &info, NULL, &pipeline), "pipeline");
	data = storage(sets);
	if (indirect)
		groups = new_buffer();
	cmd = begin(index, VK_NULL_HANDLE);
	vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
	vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, info.layout, 0, 1, &data, 0,
				NULL);
	for (uint32_t i = 0; i < times; i++) {
		if (i)
			vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
					     VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &after, 0,
					     NULL, 0, NULL);
		if (indirect)
			vkCmdDispatchIndirect(cmd, groups, 16 * i);
		else
			vkCmdDispatch(cmd, SIZE / 4 / 64, 1 + i, 1);
	}
	execute(cmd);
	submit(index);
}

static VkImageView target(VkFormat format)
{
	const VkImageCreateInfo info = {
		.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .imageType = VK_IMAGE_TYPE_2D,
		.format = format, .extent = { WIDTH, WIDTH, 1 }, .mipLevels = 1, .arrayLayers = 1,
		.samples = VK_SAMPLE_COUNT_1_BIT, .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
	};
	VkImageViewCreateInfo view = {
		.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, .format = format,
		.viewType = VK_IMAGE_VIEW_TYPE_2D,
		.subresourceRange = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1 },
	};
	VkMemoryRequirements need;
	VkImageView result;

	check(vkCreateImage(dev, &info, NULL, &view.image), "image");
	vkGetImageMemoryRequirements(dev, view.image, &need);
	check(vkBindImageMemory(dev, view.image, allocate(need, 0), 0), "bind image");
	check(vkCreateImageView(dev, &view, NULL, &result), "view");
	return result;
}

static VkRenderPass new_pass(VkFormat format)
{
	const VkAttachmentDescription color = {
		.format = format, .samples = VK_SAMPLE_COUNT_1_BIT,
		.loadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE, .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
		.finalLayout = VK_IMAGE_LAYOUT_GENERAL,
	};
	const VkAttachmentReference use = { 0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL };
	const VkSubpassDescription sub = {
		.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
		.colorAttachmentCount = 1, .pColorAttachments = &use,
	};
	const VkRenderPassCreateInfo info = {
		.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO, .attachmentCount = 1,
		.pAttachments = &color, .subpassCount = 1, .pSubpasses = &sub,
	};
	VkRenderPass pass;

	check(vkCreateRenderPass(dev, &info, NULL, &pass), "render pass");
	return pass;
}

static VkPipeline new_pipeline(VkRenderPass pass)
{
	const VkPipelineShaderStageCreateInfo stages[] = {
		{ .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .pName = "main",
		  .stage = VK_SHADER_STAGE_VERTEX_BIT, .module = shader(vk_vert, sizeof(vk_vert)) },
		{ .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .pName = "main",
		  .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
		  .module = shader(vk_frag, sizeof(vk_frag)) },
	};
	const VkPipelineVertexInputStateCreateInfo no_input = {
		.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
	};
	const VkPipelineInputAssemblyStateCreateInfo triangles = {
		.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
		.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST,
	};
	const VkViewport all = { 0, 0, WIDTH, WIDTH, 0, 1 };
	const VkRect2D inside = { { 0, 0 }, { WIDTH, WIDTH } };
	const VkPipelineViewportStateCreateInfo view = {
		.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
		.viewportCount = 1, .pViewports = &all, .scissorCount = 1, .pScissors = &inside,
	};
	const VkPipelineRasterizationStateCreateInfo raster = {
		.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1,
	};
	const VkPipelineMultisampleStateCreateInfo samples = {
		.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
		.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT,
	};
	const VkPipelineColorBlendAttachmentState write = { .colorWriteMask = 15 };
	const VkPipelineColorBlendStateCreateInfo blend = {
		.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
		.attachmentCount = 1, .pAttachments = &write,
	};
	const VkPipelineLayoutCreateInfo layout = {
		.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
	};
	VkGraphicsPipelineCreateInfo info = {
		.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, .stageCount = 2,
		.pStages = stages, .pVertexInputState = &no_input,
		.pInputAssemblyState = &triangles,
		.pViewportState = &view, .pRasterizationState = &raster,
		.pMultisampleState = &samples, .pColorBlendState = &blend, .renderPass = pass,
	};
	VkPipeline pipeline;

	check(vkCreatePipelineLayout(dev, &layout, NULL, &info.layout), "layout");
	check(vkCreateGraphicsPipelines(dev, NULL, 1, &info, NULL, &pipeline), "pipeline");
	return pipeline;
}

static void draw(void)
{
	const VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
	uint32_t index = family(VK_QUEUE_GRAPHICS_BIT, 0);
	VkRenderPass pass = new_pass(format);
	VkPipeline pipeline = new_pipeline(pass);
	VkImageView view = target(format);
	const VkFramebufferCreateInfo info = {
		.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO, .renderPass = pass,
		.attachmentCount = 1, .pAttachments = &view,
		.width = WIDTH, .height = WIDTH, .layers = 1,
	};
	VkRenderPassBeginInfo start = {
		.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO, .renderPass = pass,
		.renderArea = { { 0, 0 }, { WIDTH, WIDTH } },
	};
	VkCommandBuffer cmd = begin(index, pass);

	check(vkCreateFramebuffer(dev, &info, NULL, &start.framebuffer), "framebuffer");
	vkCmdBeginRenderPass(primary, &start, nested ?
			     VK_SUBPASS_CONTENTS_SECONDARY_COMMAND_BUFFERS :
			     VK_SUBPASS_CONTENTS_INLINE);
	vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
	for (uint32_t i = 0; i < times; i++)
		vkCmdDraw(cmd, 3, 1 + i, 0, 0);
	execute(cmd);
	vkCmdEndRenderPass(primary);
	submit(index);
}

static void frames(uint32_t seconds)
{
	time_t end = time(NULL) + seconds;
	uint32_t done = 0;

	times = 1;
	for (; time(NULL) < end; done++) {
		draw();
		walker();
		copy(family(VK_QUEUE_TRANSFER_BIT, 1));
	}
	printf("vk: %u frames\n", done);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (argc > 2)
		times = (uint32_t)atoi(argv[2]);
	nested = argc > 3;
	indirect = !strcmp(what, "indirect");
	open_device();
	if (!strcmp(what, "queues"))
		queues();
	else if (!strcmp(what, "draw"))
		draw();
	else if (!strcmp(what, "walker") || indirect)
		walker();
	else if (!strcmp(what, "copy"))
		copy(family(VK_QUEUE_TRANSFER_BIT, 1));
	else if (!strcmp(what, "event"))
		event();
	else if (!strcmp(what, "frames"))
		frames(times);
	else
		return 2;
	printf("vk: %s done\n", what);
	return 0;
}
