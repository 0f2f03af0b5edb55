// SPDX-License-Identifier: GPL-2.0-only
/*
 * Compares the module's ASIC info (properties of the GPU) with the values in sysfs and in xe's
 * debugfs, and with the answers of xe's ioctl DRM_XE_DEVICE_QUERY.
 */
#include "gpu.h"

#include <fcntl.h>
#include <unistd.h>

#include <abi/guc_asic_abi.h>

#define REGION_BYTES	88u
#define VRAM_CLASS	1u
#define GT_REFERENCE	12u	/* byte offsets after the 8-byte header of QUERY_GTS */
#define GT_IP		32u
#define HZ_PER_MHZ	1000000ull

/* Types of the masks in the answer to QUERY_TOPOLOGY. */
#define TOPO_DSS_GEOMETRY	1u
#define TOPO_DSS_COMPUTE	2u
#define TOPO_EU			4u
#define TOPO_EU_SIMD16		5u

/* Keys of the hwconfig table, see hwconfig(). */
#define HW_THREADS_PER_EU	15u
#define HW_SLM_KIB		65u
#define HW_SLM_KIB_SUBSLICE	73u

/**
 * struct comparison - the comparison of ASIC info with the values that xe and sysfs have
 * @a: the ASIC info from the module
 * @fd: descriptor of the GPU's render node, -1 if there is none
 * @nr: number of values that were compared
 * @wrong: description of the values that differ
 */
struct comparison {
	struct guc_asic_info_v3 a;
	int fd;
	unsigned int nr;
	struct text wrong;
};

static void expect(struct comparison *c, const char *field, u64 ours, u64 theirs,
		   const char *source)
{
	c->nr++;
	if (ours != theirs)
		text_add(&c->wrong, "; %s is %llu, but according to %s it is %llu", field, ours,
			 source, theirs);
}

static void expect_file(struct comparison *c, const char *field, u64 ours, char *path, u64 unit)
{
	u64 n = read_number(path, UINT64_MAX);

	if (n != UINT64_MAX)
		expect(c, field, ours, n * unit, "sysfs");
	free(path);
}

static void compare_sysfs(struct comparison *c, const struct machine *m)
{
	expect_file(c, "device_id", le32toh(c->a.device_id), path_of("%s/device", m->device), 1);
	expect_file(c, "device_revision_id", le32toh(c->a.device_revision_id),
		    path_of("%s/revision", m->device), 1);
	expect_file(c, "max_shader_core_clock", le64toh(c->a.max_shader_core_clock),
		    path_of("%s/tile0/gt0/freq0/rp0_freq", m->device), HZ_PER_MHZ);
}

/*
 * Find the value of a key in xe's debugfs file info, which has lines such as "graphics_verx100
 * 2001". Return: true, or false if there is none.
 */
static bool debugfs_value(const struct buffer *info, const char *key, char value[16])
{
	const char *p = info->data;
	size_t n = strlen(key);

	while (p && (strncmp(p, key, n) || p[n] != ' ')) {
		p = strchr(p, '\n');
		p = p ? p + 1 : NULL;
	}
	return p && sscanf(p + n, " %15s", value) == 1;
}

static void compare_debugfs(struct comparison *c, const struct machine *m)
{
	char *path = m->xe ? path_of("%s/info", m->xe) : NULL, value[16];
	struct buffer info = { NULL, 0 };

	if (path && !read_all(path, &info)) {
		if (debugfs_value(&info, "graphics_verx100", value))
			expect(c, "gfx_ip", 100ull * le16toh(c->a.gfx_ip_major) +
			       le16toh(c->a.gfx_ip_minor), strtoull(value, NULL, 10), "debugfs");
		if (debugfs_value(&info, "is_dgfx", value))
			expect(c, "gpu_type", le32toh(c->a.gpu_type),
			       !strcmp(value, "yes") ? GUC_ASIC_GPU_DISCRETE :
			       GUC_ASIC_GPU_INTEGRATED, "debugfs");
	}
	buffer_free(&info);
	free(path);
}

static void compare_config(struct comparison *c)
{
	size_t len;
	u64 *q = gpu_query(c->fd, QUERY_CONFIG, &len);

	if (q && len >= 3 * sizeof(*q)) {
		expect(c, "device_id", le32toh(c->a.device_id), q[1] & 0xffff, "the query");
		expect(c, "device_revision_id", le32toh(c->a.device_revision_id), q[1] >> 16,
		       "the query");
		expect(c, "gpu_type", le32toh(c->a.gpu_type), q[2] & 1 ? GUC_ASIC_GPU_DISCRETE :
		       GUC_ASIC_GPU_INTEGRATED, "the query");
	}
	free(q);
}

static void compare_gts(struct comparison *c)
{
	size_t len;
	u8 *q = gpu_query(c->fd, QUERY_GTS, &len);
	u32 clock;
	u16 ip[3];

	if (q && len >= sizeof(u64) + GT_IP + sizeof(ip)) {
		memcpy(&clock, q + sizeof(u64) + GT_REFERENCE, sizeof(clock));
		memcpy(ip, q + sizeof(u64) + GT_IP, sizeof(ip));
		expect(c, "gpu_timestamp_frequency", le64toh(c->a.gpu_timestamp_frequency), clock,
		       "the query");
		if (ip[0]) {
			expect(c, "gfx_ip_major", le16toh(c->a.gfx_ip_major), ip[0], "the query");
			expect(c, "gfx_ip_minor", le16toh(c->a.gfx_ip_minor), ip[1], "the query");
			expect(c, "gfx_ip_stepping", le16toh(c->a.gfx_ip_stepping), ip[2],
			       "the query");
		}
	}
	free(q);
}

/*
 * Compare the size of the VRAM. The answer to xe's query does not include memory that is reserved
 * for the firmware, so a value that is smaller by at most a twentieth is accepted.
 */
static void compare_memory(struct comparison *c)
{
	u64 ours = le64toh(c->a.vram_size), theirs = 0, total;
	size_t len, at;
	u8 *q = gpu_query(c->fd, QUERY_MEMORY, &len);
	u16 class;

	for (at = sizeof(u64); q && at + REGION_BYTES <= len; at += REGION_BYTES) {
		memcpy(&class, q + at, sizeof(class));
		memcpy(&total, q + at + sizeof(u64), sizeof(total));
		theirs += class == VRAM_CLASS ? total : 0;
	}
	if (q)
		expect(c, "vram_size", ours, theirs <= ours && theirs >= ours - ours / 20 ? ours :
		       theirs, "the query");
	free(q);
}

/*
 * Compare the number of render and compute engines. In its default mode, xe shows only one compute
 * engine even if there are up to four, so a difference of up to three is then accepted.
 */
static void compare_engines(struct comparison *c)
{
	u32 ours = le32toh(c->a.hardware_contexts), count[CLASSES] = { 0 }, theirs;
	unsigned int nr, i;
	struct engine *engine = gpu_engines(c->fd, &nr);

	for (i = 0; i < nr; i++)
		if (engine[i].class < CLASSES && !engine[i].gt_id)
			count[engine[i].class]++;
	theirs = count[CLASS_RENDER] + count[CLASS_COMPUTE];
	if (count[CLASS_COMPUTE] == 1 && ours > theirs && ours <= theirs + 3)
		theirs = ours;
	if (engine)
		expect(c, "hardware_contexts", ours, theirs, "the query");
	free(engine);
}

static unsigned int weight(const u8 *mask, size_t len)
{
	unsigned int n = 0;

	while (len--)
		n += (unsigned int)__builtin_popcount(mask[len]);
	return n;
}

/*
 * Compare the number of DSS (dual subslices) of GT 0 for 3D or compute, and the number of EUs
 * (execution units) of one DSS.
 */
static void compare_topology(struct comparison *c)
{
	u8 dss[MAX_ENTRY] = { 0 }, *q;
	unsigned int i, ours = 0, eus = 0;
	size_t len, at, n;
	u16 gt, type;
	u32 bytes;

	q = gpu_query(c->fd, QUERY_TOPOLOGY, &len);
	for (at = 0; q && at + sizeof(u64) <= len; at += sizeof(u64) + bytes) {
		memcpy(&gt, q + at, sizeof(gt));
		memcpy(&type, q + at + 2, sizeof(type));
		memcpy(&bytes, q + at + 4, sizeof(bytes));
		n = min_t(size_t, bytes, min(sizeof(dss), len - at - sizeof(u64)));
		if (gt)
			continue;
		if (type == TOPO_DSS_GEOMETRY || type == TOPO_DSS_COMPUTE)
			for (i = 0; i < n; i++)
				dss[i] |= q[at + sizeof(u64) + i];
		if (type == TOPO_EU || type == TOPO_EU_SIMD16)
			eus = weight(q + at + sizeof(u64), n);
	}
	for (i = 0; i < GUC_ASIC_MAX_SLICES; i++)
		ours += (unsigned int)__builtin_popcount(le16toh(c->a.cu_mask[i][0]));
	if (q && len) {
		expect(c, "cu_mask", ours, weight(dss, sizeof(dss)), "the query");
		if (eus)
			expect(c, "simd_per_compute_unit", le32toh(c->a.simd_per_compute_unit), eus,
			       "the query");
	}
	free(q);
}

/*
 * Return: the value of a key in the hwconfig table, which the GuC provides, or 0 if it has no such
 * key.
 */
static u32 hwconfig(const u32 *q, size_t len, u32 key)
{
	u64 at = 0, nr = len / sizeof(*q);

	while (at + 2 < nr) {
		if (q[at] == key && q[at + 1])
			return q[at + 2];
		at += 2ull + q[at + 1];
	}
	return 0;
}

static void compare_hwconfig(struct comparison *c)
{
	size_t len;
	u32 *q = gpu_query(c->fd, QUERY_HWCONFIG, &len), slm;

	if (q && hwconfig(q, len, HW_THREADS_PER_EU))
		expect(c, "wavefronts_per_simd", le32toh(c->a.wavefronts_per_simd),
		       hwconfig(q, len, HW_THREADS_PER_EU), "hwconfig");
	if (q && hwconfig(q, len, HW_SLM_KIB)) {
		slm = max(hwconfig(q, len, HW_SLM_KIB), hwconfig(q, len, HW_SLM_KIB_SUBSLICE));
		expect(c, "lds_size", le32toh(c->a.lds_size), slm * 1024ull, "hwconfig");
	}
	free(q);
}

/**
 * check_asic() - compare the values in ASIC info with those of xe and the PCI bus
 * @m: from machine_open()
 * @page: the page for the user; a line with the result is added
 */
void check_asic(const struct machine *m, struct page *page)
{
	struct comparison c = { .fd = m->node ? open(m->node, O_RDWR | O_CLOEXEC) : -1 };
	char *path = path_of("%s/asic_info_v3", m->ours);
	struct buffer b = { NULL, 0 };
	int ret = read_all(path, &b);

	if (!ret && b.len != sizeof(c.a)) {
		page_add(page, HOLDS_NOT, "ASIC info", "asic_info_v3 has a wrong length: %zu bytes",
			 b.len);
	} else if (ret) {
		page_add(page, HOLDS_NOT, "ASIC info", "asic_info_v3: %s", strerror(-ret));
	} else {
		memcpy(&c.a, b.data, sizeof(c.a));
		compare_sysfs(&c, m);
		compare_debugfs(&c, m);
		if (c.fd >= 0) {
			compare_config(&c);
			compare_gts(&c);
			compare_memory(&c);
			compare_engines(&c);
			compare_topology(&c);
			compare_hwconfig(&c);
		}
		page_add(page, c.wrong.len ? HOLDS_NOT : HOLDS, "ASIC info",
			 c.fd >= 0 ? "%u values compared with sysfs, debugfs and xe's queries%s" :
			 "%u values compared with sysfs and debugfs; no usable render node%s",
			 c.nr, c.wrong.data ?: "");
	}
	if (c.fd >= 0)
		close(c.fd);
	free(c.wrong.data);
	buffer_free(&b);
	free(path);
}
