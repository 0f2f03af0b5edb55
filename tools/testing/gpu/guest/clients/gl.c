// SPDX-License-Identifier: GPL-2.0
/*
 * gl.c -- an OpenGL ES program: "gl [N]" draws a triangle N times (default: 1) into a framebuffer
 * and waits.  The exit status is 0 if the work was done, 1 if the context was lost or the work was
 * not done after a minute, 2 if something else failed.
 */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>
#include <stdio.h>
#include <stdlib.h>

#define WIDTH	64
#define WAIT_NS	60000000000ull

static void check(int fine, const char *what)
{
	if (fine)
		return;
	fprintf(stderr, "gl: %s: EGL %#x, GL %#x\n", what, eglGetError(), glGetError());
	exit(2);
}

static void open_context(void)
{
	static const EGLint attributes[] = {
		EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 2,
		EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, EGL_LOSE_CONTEXT_ON_RESET, EGL_NONE,
	};
	EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA,
						   EGL_DEFAULT_DISPLAY, NULL);
	EGLContext context;

	check(eglInitialize(display, NULL, NULL) && eglBindAPI(EGL_OPENGL_ES_API), "EGL");
	context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
	check(context && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context),
	      "context");
	printf("gl: %s, %s\n", glGetString(GL_RENDERER), glGetString(GL_VERSION));
}

static void compile(GLuint program, GLenum kind, const char *text)
{
	GLuint shader = glCreateShader(kind);
	GLint fine = 0;

	glShaderSource(shader, 1, &text, NULL);
	glCompileShader(shader);
	glGetShaderiv(shader, GL_COMPILE_STATUS, &fine);
	check(fine, "shader");
	glAttachShader(program, shader);
}

static void draw(int times)
{
	GLuint program = glCreateProgram(), texture, target;
	GLint fine = 0;

	compile(program, GL_VERTEX_SHADER,
		"#version 320 es\nvoid main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1)"
		" * 4.0 - 1.0, 0.0, 1.0); }\n");
	compile(program, GL_FRAGMENT_SHADER,
		"#version 320 es\nprecision mediump float;\nout vec4 color;\nvoid main() {"
		" color = vec4(1.0, 0.5, 0.25, 1.0); }\n");
	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &fine);
	check(fine, "program");
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, WIDTH, WIDTH);
	glGenFramebuffers(1, &target);
	glBindFramebuffer(GL_FRAMEBUFFER, target);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
	check(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE, "framebuffer");
	glUseProgram(program);
	for (int i = 0; i < times; i++) {
		/* Change the state, so that the batch has other commands between the primitives. */
		glViewport(0, 0, WIDTH - i % 8, WIDTH);
		glDrawArrays(GL_TRIANGLES, 0, 3);
	}
}

int main(int argc, char **argv)
{
	GLsync fence;
	GLenum end;

	open_context();
	draw(argc > 1 ? atoi(argv[1]) : 1);
	fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
	end = glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, WAIT_NS);
	if (glGetGraphicsResetStatus() != GL_NO_ERROR || end == GL_TIMEOUT_EXPIRED) {
		fprintf(stderr, "gl: the context was lost\n");
		return 1;
	}
	check(end == GL_CONDITION_SATISFIED || end == GL_ALREADY_SIGNALED, "wait");
	printf("gl: done\n");
	return 0;
}
