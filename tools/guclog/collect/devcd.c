// SPDX-License-Identifier: GPL-2.0-only
#include "devcd.h"

#include <ctype.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/msg.h"

#define CLASS		"%s/class/devcoredump/%s"
/*
 * Prefix of the names of the devices that the module xe_guclog creates for its dumps, see
 * drivers/xe_guclog/xgl_dump.c.
 */
#define LOG_PREFIX	"xe_guclog-"

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool is_dump_name(const char *name)
{
	const char *p = name + strlen("devcd");

	if (strncmp(name, "devcd", 5) || !*p || strlen(p) > 10)
		return false;
	while (isdigit((unsigned char)*p))
		p++;
	return !*p;
}

/* Get the last component of the target of a link, "" if there is no such link. */
static void link_name(const char *path, char *name, size_t size)
{
	char *real = realpath(path, NULL);

	snprintf(name, size, "%s", real ? last_part(real) : "");
	free(real);
}

static const char * const place_suffix[DEVCD_PLACES] = {
	[DEVCD_FIRST] = "-first",
	[DEVCD_NEWEST] = "-newest",
	[DEVCD_DEMANDED] = "",
};

/*
 * Remove the suffix from the name of a device that the module has created for a dump. Return: the
 * place (see enum devcd_place) that the suffix stands for.
 */
static enum devcd_place cut_place(char *device)
{
	size_t len = strlen(device), n;
	enum devcd_place place;

	for (place = 0; place < DEVCD_DEMANDED; place++) {
		n = strlen(place_suffix[place]);
		if (len <= n || strcmp(device + len - n, place_suffix[place]))
			continue;
		device[len - n] = '\0';
		break;
	}
	return place;
}

/*
 * Parse the name "xe_guclog-<GPU>-gt<N>" of a device that the module has created for a dump. A
 * suffix such as "-first" may follow. Return: true, or false if the device has another name.
 */
static bool is_log_device(struct devcd *dump, char *device)
{
	size_t prefix = strlen(LOG_PREFIX), len, gpu;
	enum devcd_place place;

	if (strncmp(device, LOG_PREFIX, prefix))
		return false;
	place = cut_place(device);
	len = strlen(device);
	gpu = len - prefix - strlen("-gt0");
	if (len <= prefix + strlen("-gt0") || strncmp(device + len - 4, "-gt", 3) ||
	    device[len - 1] < '0' || device[len - 1] >= '0' + DEVCD_MAX_GTS ||
	    gpu >= sizeof(dump->gpu))
		return false;
	dump->kind = DEVCD_LOG;
	dump->place = place;
	dump->gt = (unsigned int)(device[len - 1] - '0');
	memcpy(dump->gpu, device + prefix, gpu);
	dump->gpu[gpu] = '\0';
	return true;
}

/**
 * devcd_find() - find a devcoredump by its name
 * @dump: filled with the name and the device of the devcoredump
 * @sys: mount point of sysfs
 * @name: name of the dump, such as "devcd3", or a path that ends with the name
 *
 * Return: 0, or 1 if the dump was freed or never existed, or -1 with a message on stderr if @name
 * is not the name of a dump.
 */
int devcd_find(struct devcd *dump, const char *sys, const char *name)
{
	char path[PATH_MAX], device[128], driver[32];

	*dump = (struct devcd){ .sys = sys };
	name = last_part(name);
	if (!is_dump_name(name)) {
		msg_fail(NULL, "'%s' is not the name of a devcoredump, such as devcd3",
			 name);
		return -1;
	}
	snprintf(dump->name, sizeof(dump->name), "%s", name);
	snprintf(path, sizeof(path), CLASS "/failing_device", sys, name);
	link_name(path, device, sizeof(device));
	if (!*device)
		return 1;
	if (is_log_device(dump, device))
		return 0;
	snprintf(path, sizeof(path), CLASS "/failing_device/driver", sys, name);
	link_name(path, driver, sizeof(driver));
	if (!strcmp(driver, "xe"))
		dump->kind = DEVCD_XE;
	snprintf(dump->gpu, sizeof(dump->gpu), "%s", device);
	return 0;
}

/**
 * devcd_find_xe() - find the devcoredump that xe has made of a GPU
 * @dump: filled if such a dump exists
 * @sys: mount point of sysfs
 * @gpu: name of the GPU's device
 *
 * Return: true if such a dump exists and was not freed yet.
 */
bool devcd_find_xe(struct devcd *dump, const char *sys, const char *gpu)
{
	char path[PATH_MAX], name[64];

	snprintf(path, sizeof(path), "%s/bus/pci/devices/%s/devcoredump", sys, gpu);
	link_name(path, name, sizeof(name));
	return is_dump_name(name) && !devcd_find(dump, sys, name) &&
	       dump->kind == DEVCD_XE;
}

/**
 * devcd_find_log() - find a devcoredump that the module has made of the log of a GT
 * @dump: filled if such a dump exists
 * @sys: mount point of sysfs
 * @gpu: name of the GPU's device
 * @gt: number of the GT
 * @place: which of the dumps of that GT
 *
 * Return: true if such a dump exists and was not freed yet.
 */
bool devcd_find_log(struct devcd *dump, const char *sys, const char *gpu,
		    unsigned int gt, enum devcd_place place)
{
	char path[PATH_MAX], name[64];

	snprintf(path, sizeof(path), "%s/devices/" LOG_PREFIX "%s-gt%u%s/devcoredump",
		 sys, gpu, gt, place_suffix[place]);
	link_name(path, name, sizeof(name));
	return is_dump_name(name) && !devcd_find(dump, sys, name) &&
	       dump->kind == DEVCD_LOG;
}

static int open_data(const struct devcd *dump, int flags)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), CLASS "/data", dump->sys, dump->name);
	return open(path, flags | O_CLOEXEC);
}

/**
 * devcd_open() - open the bytes of a dump
 * @dump: from devcd_find()
 *
 * Return: a descriptor to read from, or -1 with errno set.
 */
int devcd_open(const struct devcd *dump)
{
	return open_data(dump, O_RDONLY);
}

/**
 * devcd_free() - let the kernel free a dump
 * @dump: from devcd_find()
 *
 * The kernel keeps at most one dump of a device, so the next dump can only be made after this dump
 * was freed.
 *
 * Return: 0, or -1 with errno set.
 */
int devcd_free(const struct devcd *dump)
{
	int fd = open_data(dump, O_WRONLY);
	int ret = fd < 0 || write(fd, "1\n", 2) != 2 ? -1 : 0;

	if (fd >= 0)
		close(fd);
	return ret;
}

/**
 * devcd_age_ms() - get the age of a dump
 * @dump: from devcd_find()
 *
 * Return: milliseconds since sysfs first showed the dump, or -1 if its age is not known.
 */
s64 devcd_age_ms(const struct devcd *dump)
{
	char path[PATH_MAX];
	struct timespec now;
	struct stat st;
	s64 age;

	snprintf(path, sizeof(path), CLASS, dump->sys, dump->name);
	if (stat(path, &st) || clock_gettime(CLOCK_REALTIME, &now))
		return -1;
	age = (now.tv_sec - st.st_mtim.tv_sec) * 1000ll +
	      (now.tv_nsec - st.st_mtim.tv_nsec) / 1000000;
	return age < 0 ? -1 : age;
}

/**
 * devcd_request_log() - request a dump of a GT's log from the module
 * @sys: mount point of sysfs
 * @gpu: name of the GPU's device
 * @gt: number of the GT
 *
 * Context: sleeps while the module reads the log.
 * Return: 0, or -1 with errno set: ENOENT if the module is not loaded, ENODEV if there is
 * no such GT, EBUSY while the previous dump of the GT exists.
 */
int devcd_request_log(const char *sys, const char *gpu, unsigned int gt)
{
	char path[PATH_MAX], text[96];
	int fd, len, ret, saved;

	snprintf(path, sizeof(path), "%s/kernel/config/xe_guclog/capture", sys);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	len = snprintf(text, sizeof(text), "%s/gt%u\n", gpu, gt);
	ret = write(fd, text, (size_t)len) == len ? 0 : -1;
	saved = errno;
	close(fd);
	errno = saved;
	return ret;
}
