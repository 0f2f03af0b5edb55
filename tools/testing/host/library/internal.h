/* SPDX-License-Identifier: GPL-2.0-only */
/* The internal headers of the library, for the programs that test its parts. */
#ifndef INTERNAL_H
#define INTERNAL_H

#include "asic/info.h"
#include "base/types.h"
#include "events/findings.h"
#include "events/learn/learned.h"
#include "explain/explain.h"
#include "layout/xe_layout.h"
#include "messages/lines.h"
#include "model/dictionary.h"
#include "model/fact_set.h"
#include "model/known_names.h"
#include "model/records.h"
#include "output/export/exports.h"
#include "output/redact/redaction.h"
#include "output/report/reports.h"
#include "output/report/summary.h"
#include "read/check.h"
#include "read/dump/messages.h"
#include "read/dump/sections.h"
#include "read/facts_open.h"
#include "read/forms.h"
#include "read/lfd/file.h"
#include "read/log/captures.h"
#include "read/log/events.h"
#include "read/log/logs.h"
#include "read/open.h"
#include "timeline/items.h"

#endif
