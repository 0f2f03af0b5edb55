// SPDX-License-Identifier: GPL-2.0
/*
 * cl.c -- an OpenCL program: "cl copy" copies a buffer, "cl kernel [N]" runs a kernel N times,
 * "cl idle SECONDS" runs a kernel, sleeps for that time, and runs the kernel again.  The program
 * waits for the end of the work.  The exit status is 0 if the work was done, 1 if the work could
 * not be submitted or failed, 2 if an earlier step failed.
 */
#define CL_TARGET_OPENCL_VERSION 200
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SIZE	65536

static void check(cl_int r, const char *what, int status)
{
	if (r == CL_SUCCESS)
		return;
	fprintf(stderr, "cl: %s: %d\n", what, r);
	exit(status);
}

static cl_kernel build(cl_context context, cl_device_id gpu, cl_mem data)
{
	const char *text = "kernel void fill(global uint *data)"
			   " { data[get_global_id(0)] = get_global_id(0); }";
	cl_program program;
	cl_kernel kernel;
	cl_int r;

	program = clCreateProgramWithSource(context, 1, &text, NULL, &r);
	check(r, "program", 2);
	check(clBuildProgram(program, 1, &gpu, "", NULL, NULL), "build", 2);
	kernel = clCreateKernel(program, "fill", &r);
	check(r, "kernel", 2);
	check(clSetKernelArg(kernel, 0, sizeof(data), &data), "argument", 2);
	return kernel;
}

static cl_int run_kernel(cl_command_queue queue, cl_kernel kernel, int times)
{
	const size_t items = SIZE / 4;
	cl_int r = CL_SUCCESS;

	for (int i = 0; i < times && r == CL_SUCCESS; i++)
		r = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
	return r;
}

static cl_int idle(cl_command_queue queue, cl_kernel kernel, int seconds)
{
	cl_int r = run_kernel(queue, kernel, 1) ?: clFinish(queue);

	printf("cl: idle\n");
	fflush(stdout);
	sleep(seconds);
	return r ?: run_kernel(queue, kernel, 1);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	int times = argc > 2 ? atoi(argv[2]) : 1;
	cl_mem data[2];
	cl_command_queue queue;
	cl_platform_id platform;
	cl_device_id gpu;
	cl_context context;
	char name[128];
	cl_int r;

	check(clGetPlatformIDs(1, &platform, NULL), "platform", 2);
	check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &gpu, NULL), "device", 2);
	check(clGetDeviceInfo(gpu, CL_DEVICE_NAME, sizeof(name), name, NULL), "name", 2);
	printf("cl: %s\n", name);
	context = clCreateContext(NULL, 1, &gpu, NULL, NULL, &r);
	check(r, "context", 2);
	queue = clCreateCommandQueueWithProperties(context, gpu, NULL, &r);
	check(r, "queue", 2);
	for (int i = 0; i < 2; i++) {
		data[i] = clCreateBuffer(context, CL_MEM_READ_WRITE, SIZE, NULL, &r);
		check(r, "buffer", 2);
	}
	if (!strcmp(what, "copy"))
		r = clEnqueueCopyBuffer(queue, data[0], data[1], 0, 0, SIZE, 0, NULL, NULL);
	else if (!strcmp(what, "idle"))
		r = idle(queue, build(context, gpu, data[0]), times);
	else
		r = run_kernel(queue, build(context, gpu, data[0]), times);
	check(r, "enqueue", 1);
	check(clFinish(queue), "finish", 1);
	printf("cl: done\n");
	return 0;
}
