// SPDX-License-Identifier: GPL-2.0
/*
 * Lets lockdep check the lock of a GPU. The driver core exempts the locks of all devices from these
 * checks, because they belong to one lock class. So without this module, lockdep would not notice
 * if xe_guclog used the lock of its device wrongly. This module gives the lock of the device at
 * 0000:00:02.0 (or of the device in the parameter "name") a class of its own, also after the device
 * was removed and found again.
 *
 * With invert=1 this module then takes this lock and another one in both orders, which lockdep must
 * report.
 */
#include <linux/device.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/pci.h>

static char *name = "0000:00:02.0";
module_param(name, charp, 0400);
MODULE_PARM_DESC(name, "the PCI device whose lock gets its own class");

static bool invert;
module_param(invert, bool, 0400);
MODULE_PARM_DESC(invert, "take the lock of the device and another lock in both orders");

static struct lock_class_key gpu_lock_class;
static DEFINE_MUTEX(other_lock);

static void set_class(struct device *dev)
{
	device_lock(dev);
	device_lock_set_class(dev, &gpu_lock_class);
	device_unlock(dev);
}

static void take_in_both_orders(struct device *dev)
{
	device_lock(dev);
	mutex_lock(&other_lock);
	mutex_unlock(&other_lock);
	device_unlock(dev);

	mutex_lock(&other_lock);
	device_lock(dev);
	device_unlock(dev);
	mutex_unlock(&other_lock);
}

static int bus_event(struct notifier_block *nb, unsigned long event, void *data)
{
	struct device *dev = data;

	if (event == BUS_NOTIFY_ADD_DEVICE && !strcmp(dev_name(dev), name))
		set_class(dev);
	return NOTIFY_DONE;
}

static struct notifier_block notifier = { .notifier_call = bus_event };

static struct device *find_device(void)
{
	return bus_find_device_by_name(&pci_bus_type, NULL, name);
}

static int __init lock_class_init(void)
{
	struct device *dev = find_device();

	if (!IS_ENABLED(CONFIG_PROVE_LOCKING) || !dev) {
		put_device(dev);
		return -ENODEV;
	}
	set_class(dev);
	if (invert)
		take_in_both_orders(dev);
	put_device(dev);
	return bus_register_notifier(&pci_bus_type, &notifier);
}

/* Give the lock its former class, because the new class is in the memory of this module. */
static void __exit lock_class_exit(void)
{
	struct device *dev;

	bus_unregister_notifier(&pci_bus_type, &notifier);
	dev = find_device();
	if (!dev)
		return;
	device_lock(dev);
	device_lock_reset_class(dev);
	device_unlock(dev);
	put_device(dev);
}

module_init(lock_class_init);
module_exit(lock_class_exit);

MODULE_DESCRIPTION("Lets lockdep check the lock of a GPU");
MODULE_LICENSE("GPL");
