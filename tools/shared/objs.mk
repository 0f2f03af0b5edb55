# SPDX-License-Identifier: GPL-2.0-only
# Code that the command and the library share and that does not depend on GuC logs. The Makefiles of
# both include this file.
#
# Uses the variables UNPACK and ARCHIVE (1 or 0). Sets shared-objs (the object files) and
# forget-source (a command for the rules that compile a file).

shared-objs := bytes number print printable
ifeq ($(UNPACK),1)
shared-objs += unpack_gzip unpack_xz unpack_zstd
endif
ifeq ($(ARCHIVE),1)
shared-objs += archive_calls
endif
shared-objs := $(patsubst %,shared/%.o,$(shared-objs))

# Remove the source file from the list of dependencies that the compiler has written (the .d file):
# the rule already names the source file. Without this, make would fail after a source file was
# moved to another folder, because the old list names the file in its former folder.
forget-source = sed -i 's,\( \|^\)$<\( \|$$\),\1,' $(@:.o=.d)
