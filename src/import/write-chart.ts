import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportedChart } from './import-chart.js';

/**
 * Writes the modules of a chart; a file that is there already, byte for byte, is left alone.
 *
 * @param folder `imports/charts` of the project
 * @returns the names of the files that changed
 */
export const writeChart = async (folder: string, { files }: ImportedChart): Promise<readonly string[]> => {
  const written: string[] = [];
  for (const [name, text] of files) {
    const path = join(folder, name);
    if ((await readFile(path, 'utf8').catch(() => undefined)) === text) continue;
    await mkdir(folder, { recursive: true });
    await writeFile(path, text);
    written.push(name);
  }
  return written;
};
