// SPDX-License-Identifier: GPL-2.0-only
// copyfile.cpp -- copyfile FROM TO: copy a file with std::filesystem::copy_file(), which relies
// on st_size and does not read to the end of the file.
#include <cstdio>
#include <filesystem>

int main(int argc, char **argv)
{
	std::error_code error;

	if (argc != 3)
		return 2;
	std::filesystem::copy_file(argv[1], argv[2],
				   std::filesystem::copy_options::overwrite_existing, error);
	if (error)
		std::fprintf(stderr, "copyfile: %s: %s\n", argv[1], error.message().c_str());
	return error ? 1 : 0;
}
