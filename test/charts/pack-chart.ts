import { gzipSync } from 'node:zlib';

export const tarEntry = (name: string, data: Buffer, type = '0'): Buffer => {
  const header = Buffer.alloc(512);
  header.write(name.slice(0, 100), 0);
  header.write('0000644\0', 100);
  header.write(`${data.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('        ', 148);
  header.write(type, 156);
  header.write('ustar\0', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const padded = Buffer.alloc(Math.ceil(data.length / 512) * 512);
  data.copy(padded);
  return Buffer.concat([header, padded]);
};

/** What `helm package` writes; long names go through a pax header. */
export const packChart = (name: string, files: Readonly<Record<string, string | Buffer>>): Buffer => {
  const entries: Buffer[] = [];
  for (const [path, text] of Object.entries(files)) {
    const full = `${name}/${path}`;
    if (full.length > 100) {
      const record = ` path=${full}\n`;
      const length = record.length + 3;
      entries.push(tarEntry('pax', Buffer.from(`${length}${record}`), 'x'));
    }
    entries.push(tarEntry(full, Buffer.from(text)));
  }
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(1024)]));
};
