/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Reads the messages about page faults in the CT rings of a devcoredump, and finds the memory fault
 * with which a hang began.
 */
#ifndef _EXPLAIN_PAGE_FAULTS_H_
#define _EXPLAIN_PAGE_FAULTS_H_

#include "explain/explanation.h"

void page_faults_read(struct explanation *x);
void memory_fault_make(struct explanation *x);

#endif
