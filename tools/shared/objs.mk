# SPDX-License-Identifier: GPL-2.0-only
# Code that the command and the library share and that knows nothing of GuC logs. Each
# compiles it with the messages and the memory of its own (msg.h).
#
# Takes UNPACK and ARCHIVE (1 or 0). Sets shared-objs, and forget-source for the rules of both.

shared-objs := bytes number print printable
ifeq ($(UNPACK),1)
shared-objs += unpack_gzip unpack_xz unpack_zstd
endif
ifeq ($(ARCHIVE),1)
shared-objs += archive_calls
endif
shared-objs := $(patsubst %,shared/%.o,$(shared-objs))

# Remove the source from the list of dependencies, since the rule already has it. Otherwise make
# would look for it in its former folder after it has moved.
forget-source = sed -i 's,\( \|^\)$<\( \|$$\),\1,' $(@:.o=.d)
