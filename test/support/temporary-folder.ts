import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A new folder outside the repository, for the tests of a file; it's gone after the last of them. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'fluxspan-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
