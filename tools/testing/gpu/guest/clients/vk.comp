#version 450
// SPDX-License-Identifier: GPL-2.0
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data {
	uint data[];
};

void main()
{
	data[gl_GlobalInvocationID.x] = gl_GlobalInvocationID.x;
}
