# SPDX-License-Identifier: GPL-2.0-only
# Lists the objects of libguclog, for the Makefile of the library and the Makefile of the command.
#
# Takes JSON, PERFETTO, UNPACK and ARCHIVE (1 or 0), STATIC (empty or not), PKG_CONFIG, and O, the
# build folder. Sets:
#
#   libguclog-objs     objects of the library's subfolders, asic_origin.o and, with PERFETTO=1, the
#                      generated perfetto.pb-c.o
#   libguclog-api      the other objects of the library's own folder
#   libguclog-features flags for the compiler
#   libguclog-needs    linker options for the libraries that libguclog needs

libguclog-input := armor_write ascii85_log directory \
		   dmesg_capture dir_facts dump_head facts_file form headline hexdump image input \
		   input_log layer layer_clean layer_html layer_mail layer_prefix mail \
		   realign realign_log text
libguclog-lfd := describe
libguclog-log := captures event_reader parsed_log shared_anchor stream_times
libguclog-dump := a85 ct dump_ct dump_fields dump_find dump_lines dump_list dump_sections \
		  dump_stream queue_words
libguclog-dictionary := attribute rules sequence
libguclog-explain := analysis batch context_image contexts culprit driver dump_facts engine_state explanation \
		     findings gpu_command gpu_commands join kernel_log known known_table \
		     preemptions reset_steps resets sentences sentences_culprit sentences_dump sentences_engine sentences_head \
		     sentences_mappings sentences_reset sentences_state sentences_witness signature state_captures \
		     stuck survey verdict witness

libguclog-learn := anchor classes contexts engines firmware firmware_table fit handlers learn learned log merge probe queues resets text unnamed

ifeq ($(UNPACK),1)
libguclog-input += armor inflate_log
libguclog-features += -DGUCLOG_UNPACK
libguclog-needs += -lz -llzma -lzstd
endif
ifeq ($(ARCHIVE),1)
libguclog-input += archive
libguclog-features += -DGUCLOG_ARCHIVE
libguclog-needs += -ldl
endif
ifeq ($(JSON),1)
libguclog-input += json_text
libguclog-features += -DGUCLOG_JSON $(shell $(PKG_CONFIG) --cflags json-c 2>/dev/null)
libguclog-needs += $(or $(shell $(PKG_CONFIG) $(if $(STATIC),--static) --libs json-c \
		   2>/dev/null),-ljson-c)
endif

libguclog-objs := $(patsubst %,input/%.o,$(libguclog-input)) \
		  $(patsubst %,dump/%.o,$(libguclog-dump)) \
		  $(patsubst %,lfd/%.o,$(libguclog-lfd)) \
		  $(patsubst %,log/%.o,$(libguclog-log)) \
		  $(patsubst %,dictionary/%.o,$(libguclog-dictionary)) \
		  $(patsubst %,explain/%.o,$(libguclog-explain)) \
		  $(patsubst %,learn/%.o,$(libguclog-learn))
libguclog-api := arena.o asic.o check.o events.o facts.o facts_open.o lfd_read.o lfd_write.o \
		 log.o messages.o names.o open.o

libguclog-objs += live/live.o live/update.o text/paste.o text/rejoin.o

libguclog-timeline := clocks ct_messages text text_journal text_plain text_time timeline
ifeq ($(JSON),1)
libguclog-timeline += text_json
endif
libguclog-export := csv export json
ifeq ($(PERFETTO),1)
libguclog-export += perfetto perfetto_names perfetto_notes perfetto_packet perfetto_slices \
		    perfetto_track
libguclog-features += -DGUCLOG_PERFETTO -I$(O)
libguclog-needs += -lprotobuf-c
endif
libguclog-redact := data fields kernel_log lfd log_data log_image message process redact text unwrap value
libguclog-objs += $(patsubst %,timeline/%.o,$(libguclog-timeline)) \
		  $(patsubst %,export/%.o,$(libguclog-export)) \
		  $(patsubst %,redact/%.o,$(libguclog-redact))
ifeq ($(PERFETTO),1)
libguclog-objs += perfetto.pb-c.o
endif
libguclog-report := summary summary_rows
ifeq ($(JSON),1)
libguclog-report += columns data data_dump data_lines data_log explanation_json head page \
		    page_files page_text report
else
libguclog-report += report_none
endif
libguclog-objs += $(patsubst %,report/%.o,$(libguclog-report)) explain/context_text.o asic_origin.o

libguclog-layout := elf_file type_file xe_layout
libguclog-objs += $(patsubst %,layout/%.o,$(libguclog-layout))
