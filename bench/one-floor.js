// The file system's own time for as many files of a kilobyte: node one-floor.js FILES FOLDER.
import { mkdirSync, writeFileSync } from 'node:fs';

const [files = '14000', folder = ''] = process.argv.slice(2);
const text = `${'x'.repeat(1023)}\n`;
const start = performance.now();
for (let file = 0; file < Number(files); file++) {
  if (file % 7 === 0) mkdirSync(`${folder}/${file / 7}`, { recursive: true });
  writeFileSync(`${folder}/${Math.floor(file / 7)}/${file % 7}`, text);
}
const total = performance.now() - start;
console.log(JSON.stringify({ total }));
