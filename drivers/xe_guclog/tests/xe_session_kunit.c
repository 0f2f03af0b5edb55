// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of sessions (xgl_xe_session.c). A session is one access to xe's structures and a log. The
 * tests create the structures themselves, because the emulated GPU of the other tests cannot
 * produce all reasons why a log cannot be read. They also test runtime PM, and reads of addresses
 * that are not mapped, which must not cause an oops.
 */
#include <kunit/test.h>
#include <linux/err.h>
#include <linux/mm.h>
#include <linux/pci.h>
#include <linux/pm_runtime.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "xgl_xe.h"

#define LOG_SIZE	(2 * PAGE_SIZE)

struct fake_bo {
	void *dev;
	u64 size;
	void *addr;
	bool is_iomem;
};

struct fake_log {
	u32 level;
	struct fake_bo *bo;
};

struct fake_guc {
	u32 status;
	struct fake_log log;
};

struct fake_gt {
	struct fake_tile *tile;
	u8 id;
	struct fake_guc guc;
};

struct fake_tile {
	struct fake_xe *xe;
	struct fake_gt *primary;
	struct fake_gt *media;
};

struct fake_xe {
	u64 before;
	struct device *dev;
	u16 devid;
	u8 tile_count;
	bool survivability;
	u32 sriov_mode;
	struct fake_tile tiles[2];
};

/**
 * struct world - a GPU that has a log
 * @bus: the bus of the device
 * @id: the first word of the device's configuration space
 * @pdev: the PCI device of the GPU
 * @driver: the driver of the device, a replacement of xe
 * @kept: the layout of the driver's structures
 * @xe: the driver's structures
 * @gt: the driver's structure of the GT
 * @bo: the driver's structure of the buffer object
 * @s: the session that is under test
 * @log: the memory of the log buffer, LOG_SIZE bytes
 */
struct world {
	struct pci_bus bus;
	u32 id;
	struct pci_dev pdev;
	struct device_driver driver;
	struct xgl_xe_layout kept;
	struct fake_xe xe;
	struct fake_gt gt;
	struct fake_bo bo;
	struct xgl_xe_session s;
	u8 *log;
};

/* The layout that the tests' own xgl_xe_layout_get() returns. */
static struct xgl_xe_layout *current_layout;

struct xgl_xe_layout *xgl_xe_layout_get(void)
{
	if (current_layout)
		kref_get(&current_layout->ref);
	return current_layout;
}

static void not_released(struct kref *ref)
{
	WARN_ON(1);
}

void xgl_xe_layout_put(struct xgl_xe_layout *layout)
{
	if (layout)
		kref_put(&layout->ref, not_released);
}

/* Set the layout of the field @id: @size bytes, at the address @member in the structure @of. */
static void place(struct world *w, enum xel_field_id id, const void *of,
		  const void *member, size_t size)
{
	w->kept.layout.field[id] = (struct xel_field){
		.off = member - of,
		.size = size,
		.present = true,
	};
}

static void name_value(struct xel_layout *layout, enum xel_enum_id of,
		       const char *name, u32 value)
{
	struct xel_name *to = &layout->name[layout->nr_names++];

	to->of = of;
	to->value = value;
	strscpy(to->name, name, sizeof(to->name));
}

static void lay_out_device(struct world *w)
{
	struct fake_xe *xe = &w->xe;
	struct xel_field *tiles = &w->kept.layout.field[XEL_DEVICE_TILES];

	place(w, XEL_DEVICE_DRM, xe, &xe->dev, sizeof(xe->dev));
	place(w, XEL_DEVICE_DEV, xe, &xe->dev, sizeof(xe->dev));
	place(w, XEL_DEVICE_DEVID, xe, &xe->devid, sizeof(xe->devid));
	place(w, XEL_DEVICE_TILE_COUNT, xe, &xe->tile_count,
	      sizeof(xe->tile_count));
	place(w, XEL_DEVICE_SURVIVABILITY, xe, &xe->survivability,
	      sizeof(xe->survivability));
	place(w, XEL_DEVICE_SRIOV_MODE, xe, &xe->sriov_mode,
	      sizeof(xe->sriov_mode));
	place(w, XEL_DEVICE_TILES, xe, &xe->tiles, sizeof(xe->tiles));
	tiles->nelem = ARRAY_SIZE(xe->tiles);
	tiles->stride = sizeof(xe->tiles[0]);
}

static void lay_out_gt(struct world *w)
{
	struct fake_tile *tile = &w->xe.tiles[0];
	struct fake_guc *guc = &w->gt.guc;
	struct fake_gt *gt = &w->gt;
	struct fake_bo *bo = &w->bo;

	place(w, XEL_TILE_XE, tile, &tile->xe, sizeof(tile->xe));
	place(w, XEL_TILE_PRIMARY_GT, tile, &tile->primary,
	      sizeof(tile->primary));
	place(w, XEL_TILE_MEDIA_GT, tile, &tile->media, sizeof(tile->media));
	place(w, XEL_GT_TILE, gt, &gt->tile, sizeof(gt->tile));
	place(w, XEL_GT_ID, gt, &gt->id, sizeof(gt->id));
	place(w, XEL_GT_GUC, gt, guc, sizeof(*guc));
	place(w, XEL_GUC_FW_STATUS, guc, &guc->status, sizeof(guc->status));
	place(w, XEL_GUC_LOG, guc, &guc->log, sizeof(guc->log));
	place(w, XEL_LOG_BO, &guc->log, &guc->log.bo, sizeof(guc->log.bo));
	place(w, XEL_BO_DEV, bo, &bo->dev, sizeof(bo->dev));
	place(w, XEL_BO_SIZE, bo, &bo->size, sizeof(bo->size));
	place(w, XEL_BO_VMAP_ADDR, bo, &bo->addr, sizeof(bo->addr));
	place(w, XEL_BO_VMAP_IS_IOMEM, bo, &bo->is_iomem,
	      sizeof(bo->is_iomem));
}

static void name_values(struct xel_layout *layout)
{
	name_value(layout, XEL_ENUM_SRIOV_MODE, "XE_SRIOV_MODE_NONE", 1);
	name_value(layout, XEL_ENUM_SRIOV_MODE, "XE_SRIOV_MODE_PF", 2);
	name_value(layout, XEL_ENUM_SRIOV_MODE, "XE_SRIOV_MODE_VF", 3);
	name_value(layout, XEL_ENUM_FW_STATUS, "XE_UC_FIRMWARE_DISABLED", 1);
	name_value(layout, XEL_ENUM_FW_STATUS, "XE_UC_FIRMWARE_RUNNING", 9);
}

static int read_id(struct pci_bus *bus, unsigned int devfn, int where, int size,
		   u32 *value)
{
	*value = container_of(bus, struct world, bus)->id;
	return PCIBIOS_SUCCESSFUL;
}

static struct pci_ops bus_ops = { .read = read_id };

static void make_structures(struct world *w)
{
	w->id = 0xe20b8086;
	w->bus.ops = &bus_ops;
	w->pdev.bus = &w->bus;
	w->xe.dev = &w->pdev.dev;
	w->xe.devid = 0xe20b;
	w->xe.tile_count = 1;
	w->xe.sriov_mode = 1;
	w->xe.tiles[0] = (struct fake_tile){ .xe = &w->xe, .primary = &w->gt };
	w->gt = (struct fake_gt){ .tile = &w->xe.tiles[0], .id = 0 };
	w->gt.guc = (struct fake_guc){ .status = 9, .log.bo = &w->bo };
	w->bo = (struct fake_bo){
		.dev = &w->xe.dev, .size = LOG_SIZE, .addr = w->log,
	};
}

static int xgl_xe_session_init(struct kunit *test)
{
	struct world *w;

	/* the code under test reads only little-endian numbers, because xe runs nowhere else */
	if (IS_ENABLED(CONFIG_CPU_BIG_ENDIAN))
		kunit_skip(test, "no xe on a big-endian machine");
	w = kunit_kzalloc(test, sizeof(*w), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, w);
	test->priv = w;
	w->log = vzalloc(LOG_SIZE);
	KUNIT_ASSERT_NOT_NULL(test, w->log);
	device_initialize(&w->pdev.dev);
	w->driver.name = XGL_XE_DRIVER;
	w->pdev.dev.driver = &w->driver;
	w->pdev.device = 0xe20b;
	w->pdev.error_state = pci_channel_io_normal;
	atomic_set(&w->pdev.enable_cnt, 1);
	/* the device is active, and has a runtime PM reference */
	pm_runtime_get_noresume(&w->pdev.dev);
	pm_runtime_set_active(&w->pdev.dev);
	pm_runtime_enable(&w->pdev.dev);
	make_structures(w);
	pci_set_drvdata(&w->pdev, &w->xe.dev);
	kref_init(&w->kept.ref);
	lay_out_device(w);
	lay_out_gt(w);
	name_values(&w->kept.layout);
	current_layout = &w->kept;
	return 0;
}

static void xgl_xe_session_exit(struct kunit *test)
{
	struct world *w = test->priv;

	if (!w)
		return;
	KUNIT_EXPECT_EQ(test, 1, kref_read(&w->kept.ref));
#ifdef CONFIG_PM
	KUNIT_EXPECT_EQ(test, 1, atomic_read(&w->pdev.dev.power.usage_count));
#endif
	KUNIT_EXPECT_FALSE(test, mutex_is_locked(&w->pdev.dev.mutex));
	current_layout = NULL;
	pm_runtime_disable(&w->pdev.dev);
	pm_runtime_set_suspended(&w->pdev.dev);
	pm_runtime_put_noidle(&w->pdev.dev);
	vfree(w->log);
}

/* Expect @words as the text for @status in the file info, and @error as the errno of open(). */
static void expect_words(struct kunit *test, enum xgl_xe_status status,
			 const char *detail, int error, const char *words)
{
	char text[128];

	xgl_xe_status_print(text, sizeof(text), status, detail);
	KUNIT_EXPECT_STREQ(test, words, text);
	KUNIT_EXPECT_EQ(test, error, xgl_xe_errno(status));
}

/* Expect that a session cannot begin because of @status, with this errno and text. */
static void expect_device(struct kunit *test, enum xgl_xe_status status, int error,
			  const char *words)
{
	struct world *w = test->priv;

	KUNIT_EXPECT_EQ(test, status, xgl_xe_session_begin(&w->s, &w->pdev));
	expect_words(test, status, w->s.detail, error, words);
	xgl_xe_session_end(&w->s);
}

static enum xgl_xe_status begin(struct world *w)
{
	return xgl_xe_session_begin(&w->s, &w->pdev);
}

/* Expect that the structures can be read, and that the log of GT 0 has @status. */
static void expect_log(struct kunit *test, enum xgl_xe_status status, int error,
		       const char *words)
{
	struct world *w = test->priv;
	struct xgl_xe_buffer buffer;

	KUNIT_ASSERT_EQ(test, XGL_XE_OK, begin(w));
	KUNIT_EXPECT_EQ(test, status, xgl_xe_find_log(&w->s, 0, &buffer));
	expect_words(test, status, w->s.detail, error, words);
	xgl_xe_session_end(&w->s);
}

/*
 * Return: whether @error is one of the errnos that open() may return. For each of them, cat(1)
 * prints a text that matches the reason.
 */
static bool is_documented(int error)
{
	switch (error) {
	case -ENODEV:
	case -EAGAIN:
	case -EOPNOTSUPP:
	case -EIO:
	case -ENODATA:
	case -ERESTARTSYS:
		return true;
	}
	return false;
}

/* Each status must have a text of its own and a documented errno. */
static void xgl_xe_status_each_its_own(struct kunit *test)
{
	char one[128], other[128];
	enum xgl_xe_status a, b;

	KUNIT_EXPECT_EQ(test, 0, xgl_xe_errno(XGL_XE_OK));
	for (a = XGL_XE_OK + 1; a < XGL_XE_STATUS_COUNT; a++) {
		KUNIT_EXPECT_TRUE_MSG(test, is_documented(xgl_xe_errno(a)), "status %u: %d", a,
				      xgl_xe_errno(a));
		xgl_xe_status_print(one, sizeof(one), a, "");
		KUNIT_EXPECT_GT(test, strlen(one), 8);
		for (b = XGL_XE_OK; b < a; b++) {
			xgl_xe_status_print(other, sizeof(other), b, "");
			KUNIT_EXPECT_STRNEQ(test, one, other);
		}
	}
}

static void xgl_xe_status_fine(struct kunit *test)
{
	struct world *w = test->priv;
	struct xgl_xe_buffer buffer = { 0 };

	KUNIT_ASSERT_EQ(test, XGL_XE_OK, begin(w));
	KUNIT_EXPECT_PTR_EQ(test, (void *)&w->xe, (void *)w->s.xe);
	KUNIT_EXPECT_EQ(test, XGL_XE_OK, xgl_xe_find_log(&w->s, 0, &buffer));
	KUNIT_EXPECT_PTR_EQ(test, (void *)w->log, buffer.map.vaddr);
	KUNIT_EXPECT_EQ(test, LOG_SIZE, buffer.size);
	xgl_xe_session_end(&w->s);
}

/* A device must be reported as unplugged when its configuration space reads as all ones. */
static void xgl_xe_status_gone(struct kunit *test)
{
	struct world *w = test->priv;

	KUNIT_EXPECT_EQ(test, XGL_XE_OK, begin(w));
	KUNIT_EXPECT_FALSE(test, w->s.unplugged);
	xgl_xe_session_end(&w->s);
	w->id = ~0u;
	KUNIT_EXPECT_EQ(test, XGL_XE_OK, begin(w));
	KUNIT_EXPECT_TRUE(test, w->s.unplugged);
	xgl_xe_session_end(&w->s);
	expect_words(test, XGL_XE_NOT_PRESENT, "", -EIO, "the device does not respond");
}

static void xgl_xe_status_not_bound(struct kunit *test)
{
	static const char words[] = "xe does not drive the device";
	struct world *w = test->priv;

	w->driver.name = "i915";
	expect_device(test, XGL_XE_NOT_BOUND, -ENODEV, words);
	w->pdev.dev.driver = NULL;
	expect_device(test, XGL_XE_NOT_BOUND, -ENODEV, words);
}

static void xgl_xe_status_layout(struct kunit *test)
{
	struct world *w = test->priv;

	w->kept.error = -ENOENT;
	strscpy(w->kept.words, "xe_guc_log.bo: no such member",
		sizeof(w->kept.words));
	expect_device(test, XGL_XE_UNSUPPORTED, -EOPNOTSUPP,
		      "this version of xe is not supported: xe_guc_log.bo: no such member");
	current_layout = NULL;
	expect_device(test, XGL_XE_NO_LAYOUT, -EAGAIN,
		      "xe's layout has not been read yet");
}

static void xgl_xe_status_error_state(struct kunit *test)
{
	struct world *w = test->priv;

	w->pdev.error_state = pci_channel_io_frozen;
	expect_device(test, XGL_XE_RECOVERY, -EIO,
		      "the device is in PCI error recovery");
	w->pdev.error_state = pci_channel_io_perm_failure;
	expect_device(test, XGL_XE_NOT_PRESENT, -EIO, "the device does not respond");
}

static void xgl_xe_status_not_set_up(struct kunit *test)
{
	static const char words[] = "xe has not set the device up";
	struct world *w = test->priv;

	atomic_set(&w->pdev.enable_cnt, 0);
	expect_device(test, XGL_XE_NOT_SET_UP, -ENODEV, words);
	atomic_set(&w->pdev.enable_cnt, 1);
	pci_set_drvdata(&w->pdev, NULL);
	expect_device(test, XGL_XE_NOT_SET_UP, -ENODEV, words);
}

static void xgl_xe_status_contradiction(struct kunit *test)
{
	struct world *w = test->priv;

	w->xe.devid = 0x9a49;
	expect_device(test, XGL_XE_INCONSISTENT, -EIO,
		      "xe's structures contradict each other: xe_device.info.devid");
	w->xe.dev = NULL;
	expect_device(test, XGL_XE_INCONSISTENT, -EIO,
		      "xe's structures contradict each other: xe_device.drm.dev");
	/* drvdata points to memory that is not mapped */
	pci_set_drvdata(&w->pdev, ERR_PTR(-64));
	expect_device(test, XGL_XE_INCONSISTENT, -EIO,
		      "xe's structures contradict each other: xe_device.drm.dev");
}

static void xgl_xe_status_unreadable(struct kunit *test)
{
	struct world *w = test->priv;

	w->gt.guc.log.bo = ERR_PTR(-64);
	expect_log(test, XGL_XE_INCONSISTENT, -EIO,
		   "xe's structures contradict each other: xe_bo.ttm.base.dev");
}

static void xgl_xe_status_survivability(struct kunit *test)
{
	struct world *w = test->priv;

	w->xe.survivability = true;
	expect_device(test, XGL_XE_SURVIVABILITY, -EOPNOTSUPP,
		      "xe is in survivability mode");
	KUNIT_EXPECT_NULL(test, w->s.xe);
}

static void xgl_xe_status_no_gt(struct kunit *test)
{
	struct world *w = test->priv;

	/* a GT that does not point back to its tile is ignored */
	w->gt.tile = &w->xe.tiles[1];
	expect_log(test, XGL_XE_NO_GT, -ENODEV, "xe has no such GT");
	w->gt.tile = &w->xe.tiles[0];
	w->xe.tiles[0].xe = NULL;
	expect_log(test, XGL_XE_NO_GT, -ENODEV, "xe has no such GT");
	w->xe.tiles[0].xe = &w->xe;
	w->xe.tile_count = 0;
	expect_log(test, XGL_XE_NO_GT, -ENODEV, "xe has no such GT");
}

static void xgl_xe_status_vf(struct kunit *test)
{
	static const char words[] =
		"a virtual function, its physical function has the log";
	struct world *w = test->priv;

	/* in a virtual machine, only xe's field sriov_mode shows that the device is a VF */
	w->gt.guc.log.bo = NULL;
	w->xe.sriov_mode = 3;
	expect_log(test, XGL_XE_VF, -EOPNOTSUPP, words);
	/* older versions of xe lack this field; the PCI core shows that the device is a VF */
	w->kept.layout.field[XEL_DEVICE_SRIOV_MODE].present = false;
	w->pdev.is_virtfn = 1;
	expect_log(test, XGL_XE_VF, -EOPNOTSUPP, words);
	w->pdev.is_virtfn = 0;
	expect_log(test, XGL_XE_NO_LOG, -ENODATA, "the GuC has no log buffer");
}

static void xgl_xe_status_pf_has_its_log(struct kunit *test)
{
	struct world *w = test->priv;

	w->xe.sriov_mode = 2;
	expect_log(test, XGL_XE_OK, 0, "ok");
	w->gt.guc.log.bo = NULL;
	expect_log(test, XGL_XE_NO_LOG, -ENODATA, "the GuC has no log buffer");
}

static void xgl_xe_status_no_guc(struct kunit *test)
{
	struct world *w = test->priv;

	w->gt.guc.log.bo = NULL;
	w->gt.guc.status = 1;
	expect_log(test, XGL_XE_NO_GUC, -ENODATA,
		   "the GuC is not used: XE_UC_FIRMWARE_DISABLED");
}

static void xgl_xe_status_no_log(struct kunit *test)
{
	static const char words[] = "the GuC has no log buffer";
	struct world *w = test->priv;

	w->bo.addr = NULL;
	expect_log(test, XGL_XE_NO_LOG, -ENODATA, words);
	w->bo.addr = w->log;
	w->bo.size = 0;
	expect_log(test, XGL_XE_NO_LOG, -ENODATA, words);
	/* a firmware status without a name does not give another reason */
	w->gt.guc = (struct fake_guc){ .status = 77 };
	expect_log(test, XGL_XE_NO_LOG, -ENODATA, words);
}

/* A buffer object of another device, and an address that is not mapped, must be refused. */
static void xgl_xe_session_checks_the_buffer(struct kunit *test)
{
	static const char mapping[] = "xe's structures contradict each other: xe_bo.vmap";
	void *linear = kunit_kmalloc(test, LOG_SIZE, GFP_KERNEL);
	struct world *w = test->priv;

	KUNIT_ASSERT_NOT_NULL(test, linear);
	w->bo.dev = &w->xe;
	expect_log(test, XGL_XE_INCONSISTENT, -EIO,
		   "xe's structures contradict each other: xe_bo.ttm.base.dev");
	w->bo.dev = &w->xe.dev;
	w->bo.addr = linear;
	expect_log(test, XGL_XE_INCONSISTENT, -EIO, mapping);
	/* xe maps a single page of system memory linearly */
	w->bo.size = 64;
	expect_log(test, XGL_XE_OK, 0, "ok");
	w->bo.is_iomem = true;
	expect_log(test, XGL_XE_INCONSISTENT, -EIO, mapping);
	/* ioremap() returns the start of a page, so this address is invalid */
	w->bo.addr = w->log + 64;
	expect_log(test, XGL_XE_INCONSISTENT, -EIO, mapping);
	w->bo.is_iomem = false;
	/* the first byte is mapped, the last is not */
	w->bo.addr = w->log;
	w->bo.size = VMALLOC_END - (unsigned long)w->log + PAGE_SIZE;
	expect_log(test, XGL_XE_INCONSISTENT, -EIO, mapping);
	w->bo.size = ~0ull;
	expect_log(test, XGL_XE_INCONSISTENT, -EIO, mapping);
}

static void suspend(struct kunit *test, struct world *w)
{
	if (!IS_ENABLED(CONFIG_PM))
		kunit_skip(test, "the kernel has no runtime PM");
	pm_runtime_disable(&w->pdev.dev);
	pm_runtime_set_suspended(&w->pdev.dev);
	pm_runtime_enable(&w->pdev.dev);
}

/* A session must not resume a device by itself. A log in system memory must still be found. */
static void xgl_xe_session_leaves_it_suspended(struct kunit *test)
{
	struct world *w = test->priv;
	struct xgl_xe_buffer buffer;

	suspend(test, w);
	/* the device is not enabled, as in D3cold */
	atomic_set(&w->pdev.enable_cnt, 0);
	KUNIT_ASSERT_EQ(test, XGL_XE_OK, begin(w));
	KUNIT_EXPECT_FALSE(test, w->s.active);
	KUNIT_EXPECT_EQ(test, XGL_XE_OK, xgl_xe_find_log(&w->s, 0, &buffer));
	w->bo.is_iomem = true;
	KUNIT_EXPECT_EQ(test, XGL_XE_SUSPENDED, xgl_xe_find_log(&w->s, 0, &buffer));
	expect_words(test, XGL_XE_SUSPENDED, w->s.detail, -EAGAIN, "the device is suspended");
	xgl_xe_session_end(&w->s);
	KUNIT_EXPECT_TRUE(test, pm_runtime_suspended(&w->pdev.dev));
}

/*
 * A session that polls a log for new events (xgl_xe_session_try()) must fail and not wait when
 * another task holds the lock of the device.
 */
static void xgl_xe_session_does_not_wait(struct kunit *test)
{
	struct world *w = test->priv;

	device_lock(&w->pdev.dev);
	KUNIT_EXPECT_EQ(test, XGL_XE_BUSY, xgl_xe_session_try(&w->s, &w->pdev));
	expect_words(test, XGL_XE_BUSY, w->s.detail, -EAGAIN, "the device is being used");
	xgl_xe_session_end(&w->s);
	KUNIT_EXPECT_TRUE(test, mutex_is_locked(&w->pdev.dev.mutex));
	device_unlock(&w->pdev.dev);
}

/*
 * A session that polls a log (xgl_xe_session_try()) must find a log in system memory without taking
 * a runtime PM reference.
 */
static void xgl_xe_session_follows_system_memory(struct kunit *test)
{
	struct world *w = test->priv;
	struct xgl_xe_buffer buffer;

	KUNIT_ASSERT_EQ(test, XGL_XE_OK, xgl_xe_session_try(&w->s, &w->pdev));
	KUNIT_EXPECT_EQ(test, XGL_XE_OK, xgl_xe_find_log(&w->s, 0, &buffer));
	KUNIT_EXPECT_FALSE(test, w->s.active);
#ifdef CONFIG_PM
	KUNIT_EXPECT_EQ(test, 1, atomic_read(&w->pdev.dev.power.usage_count));
#endif
	xgl_xe_session_end(&w->s);
}

/*
 * A session that polls a log (xgl_xe_session_try()) must refuse a device that is active but not
 * enabled. A device is in this state after a failed reset of its slot; its drvdata is then stale.
 */
static void xgl_xe_session_follows_no_stale_device(struct kunit *test)
{
	struct world *w = test->priv;

	atomic_set(&w->pdev.enable_cnt, 0);
	KUNIT_EXPECT_EQ(test, XGL_XE_NOT_SET_UP, xgl_xe_session_try(&w->s, &w->pdev));
	xgl_xe_session_end(&w->s);
	/* a suspended device that is not enabled, as in D3cold, is accepted */
	suspend(test, w);
	KUNIT_EXPECT_EQ(test, XGL_XE_OK, xgl_xe_session_try(&w->s, &w->pdev));
	xgl_xe_session_end(&w->s);
}

/*
 * A session that polls a log (xgl_xe_session_try()) must find a log in device memory only while the
 * device is active, and must not resume the device.
 */
static void xgl_xe_session_follows_device_memory(struct kunit *test)
{
	struct world *w = test->priv;
	struct xgl_xe_buffer buffer;

	w->bo.is_iomem = true;
	KUNIT_ASSERT_EQ(test, XGL_XE_OK, xgl_xe_session_try(&w->s, &w->pdev));
	KUNIT_EXPECT_EQ(test, XGL_XE_SUSPENDED, xgl_xe_find_log(&w->s, 0, &buffer));
	KUNIT_EXPECT_EQ(test, XGL_XE_OK, xgl_xe_session_activate(&w->s));
	KUNIT_EXPECT_TRUE(test, w->s.active);
	KUNIT_EXPECT_EQ(test, XGL_XE_OK, xgl_xe_find_log(&w->s, 0, &buffer));
	xgl_xe_session_end(&w->s);
	suspend(test, w);
	KUNIT_ASSERT_EQ(test, XGL_XE_OK, xgl_xe_session_try(&w->s, &w->pdev));
	KUNIT_EXPECT_EQ(test, XGL_XE_SUSPENDED, xgl_xe_session_activate(&w->s));
	KUNIT_EXPECT_FALSE(test, w->s.active);
	KUNIT_EXPECT_FALSE(test, w->s.resumed);
	xgl_xe_session_end(&w->s);
}

/* A log in device memory must be found after the session has resumed the device. */
static void xgl_xe_session_resumes(struct kunit *test)
{
	struct world *w = test->priv;
	struct xgl_xe_buffer buffer;

	suspend(test, w);
	w->bo.is_iomem = true;
	KUNIT_ASSERT_EQ(test, XGL_XE_OK, begin(w));
	w->s.gt[0] = NULL;
	KUNIT_EXPECT_EQ(test, XGL_XE_OK, xgl_xe_session_resume(&w->s));
	KUNIT_EXPECT_TRUE(test, w->s.active && w->s.resumed);
	KUNIT_EXPECT_EQ(test, XGL_XE_OK, xgl_xe_find_log(&w->s, 0, &buffer));
	xgl_xe_session_end(&w->s);
	KUNIT_EXPECT_FALSE(test, pm_runtime_suspended(&w->pdev.dev));
}

/*
 * After a failed resume, a log in system memory must be found, but a log in device memory must be
 * refused.
 */
static void xgl_xe_session_resume_fails(struct kunit *test)
{
	struct world *w = test->priv;
	struct xgl_xe_buffer buffer;

	suspend(test, w);
	pm_runtime_disable(&w->pdev.dev);
	KUNIT_ASSERT_EQ(test, XGL_XE_OK, begin(w));
	KUNIT_EXPECT_FALSE(test, w->s.active);
	KUNIT_EXPECT_EQ(test, XGL_XE_RESUME_FAILED, xgl_xe_session_resume(&w->s));
	KUNIT_EXPECT_EQ(test, XGL_XE_OK, xgl_xe_find_log(&w->s, 0, &buffer));
	w->bo.is_iomem = true;
	KUNIT_EXPECT_EQ(test, XGL_XE_RESUME_FAILED, xgl_xe_find_log(&w->s, 0, &buffer));
	expect_words(test, XGL_XE_RESUME_FAILED, w->s.detail, -EIO,
		     "the device could not be resumed: error -13");
	xgl_xe_session_end(&w->s);
	pm_runtime_enable(&w->pdev.dev);
}

/* A device without runtime PM must count as active. */
static void xgl_xe_session_without_runtime_pm(struct kunit *test)
{
	struct world *w = test->priv;

	pm_runtime_disable(&w->pdev.dev);
	KUNIT_ASSERT_EQ(test, XGL_XE_OK, begin(w));
	KUNIT_EXPECT_TRUE(test, w->s.active);
	xgl_xe_session_end(&w->s);
	pm_runtime_enable(&w->pdev.dev);
}

static void expect_bytes(struct kunit *test, const struct xgl_xe_buffer *buffer)
{
	static const struct {
		u64 offset;
		size_t len;
	} rows[] = {
		{ 0, 36 }, { 36, 36 }, { 1, 1 }, { 63, 2 }, { 4090, 12 },
		{ 4096, 4096 }, { 100, 8000 }, { 0, 8192 }, { 8191, 1 },
	};
	u8 *to = kunit_kzalloc(test, LOG_SIZE + 2, GFP_KERNEL);
	struct world *w = test->priv;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, to);
	for (i = 0; i < LOG_SIZE; i++)
		w->log[i] = i * 7 + i / 256;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		memset(to, 0xaa, LOG_SIZE + 2);
		KUNIT_EXPECT_EQ(test, XGL_XE_OK,
				xgl_xe_read_buffer(&w->s, buffer, to + 1, rows[i].offset,
						   rows[i].len));
		KUNIT_EXPECT_MEMEQ(test, to + 1, w->log + rows[i].offset, rows[i].len);
		KUNIT_EXPECT_EQ(test, to[0], 0xaa);
		KUNIT_EXPECT_EQ(test, to[rows[i].len + 1], 0xaa);
	}
}

/* Any range of a buffer in system memory and in device memory must be read correctly. */
static void xgl_xe_session_reads_buffers(struct kunit *test)
{
	struct world *w = test->priv;
	struct xgl_xe_buffer buffer;

	if (PAGE_SIZE != 4096)
		kunit_skip(test, "the ranges are for pages of 4 KiB");
	KUNIT_ASSERT_EQ(test, XGL_XE_OK, begin(w));
	KUNIT_ASSERT_EQ(test, XGL_XE_OK, xgl_xe_find_log(&w->s, 0, &buffer));
	expect_bytes(test, &buffer);
	if (IS_ENABLED(CONFIG_X86)) {
		/* on x86, system memory is read like device memory */
		w->bo.is_iomem = true;
		KUNIT_ASSERT_EQ(test, XGL_XE_OK, xgl_xe_find_log(&w->s, 0, &buffer));
		expect_bytes(test, &buffer);
	}
	xgl_xe_session_end(&w->s);
}

/*
 * If all bytes of a buffer in device memory are ones, the device must be reported as not present,
 * even if its configuration space is still readable, for instance in D3hot. A log that has other
 * bytes, too, must be accepted.
 */
static void xgl_xe_session_reads_ones(struct kunit *test)
{
	u8 *to = kunit_kzalloc(test, LOG_SIZE, GFP_KERNEL);
	struct world *w = test->priv;
	struct xgl_xe_buffer buffer;

	if (!IS_ENABLED(CONFIG_X86))
		kunit_skip(test, "system memory can be read like device memory only on x86");
	KUNIT_ASSERT_NOT_NULL(test, to);
	w->bo.is_iomem = true;
	KUNIT_ASSERT_EQ(test, XGL_XE_OK, begin(w));
	KUNIT_ASSERT_EQ(test, XGL_XE_OK, xgl_xe_find_log(&w->s, 0, &buffer));
	memset(w->log, 0xff, LOG_SIZE);
	w->log[0] = 0x5f;
	KUNIT_EXPECT_EQ(test, XGL_XE_OK, xgl_xe_read_buffer(&w->s, &buffer, to, 0, LOG_SIZE));
	KUNIT_EXPECT_MEMEQ(test, to, w->log, LOG_SIZE);
	/* the device was unplugged during the read of the first page */
	w->id = ~0u;
	KUNIT_EXPECT_EQ(test, XGL_XE_NOT_PRESENT,
			xgl_xe_read_buffer(&w->s, &buffer, to, 0, LOG_SIZE));
	/* the device was unplugged after this page: the bytes of the page are valid */
	w->log[PAGE_SIZE - 1] = 0x5f;
	KUNIT_EXPECT_EQ(test, XGL_XE_OK,
			xgl_xe_read_buffer(&w->s, &buffer, to, 0, PAGE_SIZE));
	w->id = 0xe20b8086;
	memset(w->log, 0xff, PAGE_SIZE);
	KUNIT_EXPECT_EQ(test, XGL_XE_NOT_PRESENT,
			xgl_xe_read_buffer(&w->s, &buffer, to, 0, LOG_SIZE));
	KUNIT_EXPECT_NULL(test, memchr_inv(to, 0, LOG_SIZE));
	KUNIT_EXPECT_EQ(test, XGL_XE_NOT_PRESENT,
			xgl_xe_read_buffer(&w->s, &buffer, to, PAGE_SIZE + 36, 20));
	xgl_xe_session_end(&w->s);
}

/* A read beyond the memory of a buffer, where a page is unmapped, must fail without an oops. */
static void xgl_xe_session_reads_unmapped(struct kunit *test)
{
	u8 *to = kunit_kmalloc(test, 3 * PAGE_SIZE, GFP_KERNEL);
	struct world *w = test->priv;
	struct xgl_xe_buffer buffer;
	int is_iomem;

	KUNIT_ASSERT_NOT_NULL(test, to);
	w->bo.size = 3 * PAGE_SIZE;
	memset(w->log, 0x55, LOG_SIZE);
	KUNIT_ASSERT_EQ(test, XGL_XE_OK, begin(w));
	for (is_iomem = 0; is_iomem <= IS_ENABLED(CONFIG_X86); is_iomem++) {
		w->bo.is_iomem = is_iomem;
		memset(to, 0xaa, 3 * PAGE_SIZE);
		KUNIT_ASSERT_EQ(test, XGL_XE_OK, xgl_xe_find_log(&w->s, 0, &buffer));
		KUNIT_EXPECT_EQ(test, XGL_XE_INCONSISTENT,
				xgl_xe_read_buffer(&w->s, &buffer, to, 0, 3 * PAGE_SIZE));
		KUNIT_EXPECT_NULL(test, memchr_inv(to, 0x55, LOG_SIZE));
		KUNIT_EXPECT_NULL(test, memchr_inv(to + LOG_SIZE, 0, PAGE_SIZE));
	}
	xgl_xe_session_end(&w->s);
}

static struct kunit_case xgl_xe_session_cases[] = {
	KUNIT_CASE(xgl_xe_status_each_its_own),
	KUNIT_CASE(xgl_xe_status_fine),
	KUNIT_CASE(xgl_xe_status_gone),
	KUNIT_CASE(xgl_xe_status_not_bound),
	KUNIT_CASE(xgl_xe_status_layout),
	KUNIT_CASE(xgl_xe_status_error_state),
	KUNIT_CASE(xgl_xe_status_not_set_up),
	KUNIT_CASE(xgl_xe_status_contradiction),
	KUNIT_CASE(xgl_xe_status_unreadable),
	KUNIT_CASE(xgl_xe_status_survivability),
	KUNIT_CASE(xgl_xe_status_no_gt),
	KUNIT_CASE(xgl_xe_status_vf),
	KUNIT_CASE(xgl_xe_status_pf_has_its_log),
	KUNIT_CASE(xgl_xe_status_no_guc),
	KUNIT_CASE(xgl_xe_status_no_log),
	KUNIT_CASE(xgl_xe_session_checks_the_buffer),
	KUNIT_CASE(xgl_xe_session_leaves_it_suspended),
	KUNIT_CASE(xgl_xe_session_does_not_wait),
	KUNIT_CASE(xgl_xe_session_follows_system_memory),
	KUNIT_CASE(xgl_xe_session_follows_no_stale_device),
	KUNIT_CASE(xgl_xe_session_follows_device_memory),
	KUNIT_CASE(xgl_xe_session_resumes),
	KUNIT_CASE(xgl_xe_session_resume_fails),
	KUNIT_CASE(xgl_xe_session_without_runtime_pm),
	KUNIT_CASE(xgl_xe_session_reads_buffers),
	KUNIT_CASE(xgl_xe_session_reads_ones),
	KUNIT_CASE(xgl_xe_session_reads_unmapped),
	{}
};

static struct kunit_suite xgl_xe_session_suite = {
	.name = "xgl_xe_session",
	.init = xgl_xe_session_init,
	.exit = xgl_xe_session_exit,
	.test_cases = xgl_xe_session_cases,
};

kunit_test_suite(xgl_xe_session_suite);
