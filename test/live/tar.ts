const block = 512;

/** A tar archive (ustar) of text files by path. Same files, same bytes: no clock, no owner. */
export const packTar = (files: Readonly<Record<string, string>>): Buffer => {
  const parts = Object.entries(files).flatMap(([path, text]) => {
    const content = Buffer.from(text);
    return [header(path, content.length), content, Buffer.alloc((block - (content.length % block)) % block)];
  });
  // Two empty blocks end an archive.
  return Buffer.concat([...parts, Buffer.alloc(2 * block)]);
};

const header = (path: string, size: number): Buffer => {
  if (Buffer.byteLength(path) > 100) throw new Error(`"${path}" is longer than the 100 bytes that a tar header holds`);
  const buffer = Buffer.alloc(block);
  const octal = (value: number, at: number, width: number) =>
    buffer.write(`${value.toString(8).padStart(width - 1, '0')}\0`, at);
  buffer.write(path, 0);
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  buffer.write('0', 156);
  buffer.write('ustar\x0000', 257);
  // The checksum counts itself as spaces.
  buffer.fill(' ', 148, 156);
  const sum = buffer.reduce((total, byte) => total + byte, 0);
  buffer.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return buffer;
};
