/*
 * Mesa's lavapipe under the name of SwiftShader: of all GPUs in software, Chromium takes that one only, which has no fp16.
 * It stands in the place of libvk_swiftshader.so, loads lavapipe from $LAVAPIPE, and passes every call on; only the
 * properties of the device are changed.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef void (*Function)(void);
typedef Function (*Lookup)(void *, const char *);
typedef void (*Properties)(void *, void *);

static Lookup lookup, lookup_device;
static int (*negotiate)(uint32_t *);
static Properties properties, properties2;

__attribute__((constructor)) static void load(void) {
  void *lavapipe = dlopen(getenv("LAVAPIPE"), RTLD_NOW | RTLD_LOCAL);
  if (!lavapipe) abort();
  lookup = (Lookup)dlsym(lavapipe, "vk_icdGetInstanceProcAddr");
  lookup_device = (Lookup)dlsym(lavapipe, "vk_icdGetPhysicalDeviceProcAddr");
  negotiate = (int (*)(uint32_t *))dlsym(lavapipe, "vk_icdNegotiateLoaderICDInterfaceVersion");
}

/* VkPhysicalDeviceProperties: version of the API and the driver, vendor, device, type, name. */
static void rename_device(uint32_t *of) {
  of[2] = 0x1AE0;
  of[3] = 0xC0DE;
  strcpy((char *)(of + 5), "SwiftShader Device (lavapipe)");
}

static void renamed(void *device, void *of) {
  properties(device, of);
  rename_device(of);
}

/* In VkPhysicalDeviceProperties2 they come after a type and a pointer. */
static void renamed2(void *device, void *of) {
  properties2(device, of);
  rename_device((uint32_t *)((char *)of + 16));
}

static Function wrapped(const char *name, Function function) {
  if (!function) return function;
  if (!strcmp(name, "vkGetPhysicalDeviceProperties")) {
    properties = (Properties)function;
    return (Function)renamed;
  }
  if (!strcmp(name, "vkGetPhysicalDeviceProperties2") ||
      !strcmp(name, "vkGetPhysicalDeviceProperties2KHR")) {
    properties2 = (Properties)function;
    return (Function)renamed2;
  }
  return function;
}

Function vk_icdGetInstanceProcAddr(void *instance, const char *name) {
  return wrapped(name, lookup(instance, name));
}

Function vk_icdGetPhysicalDeviceProcAddr(void *instance, const char *name) {
  return wrapped(name, lookup_device(instance, name));
}

int vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) { return negotiate(version); }

Function vkGetInstanceProcAddr(void *instance, const char *name) {
  if (!strcmp(name, "vkGetInstanceProcAddr")) return (Function)vkGetInstanceProcAddr;
  return vk_icdGetInstanceProcAddr(instance, name);
}
