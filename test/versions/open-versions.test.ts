import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FluxspanError, openVersions } from 'fluxspan';
import { describe, expect, it } from 'vitest';
import { versionNotices } from '../../src/versions/unread-versions.js';
import { whileRecording } from '../../src/versions/while-recording.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder();
const url = pathToFileURL(join(folder, 'imports', 'versions.ts')).href;
const open = (text: string) => {
  writeFileSync(join(folder, 'versions.yaml'), text);
  return openVersions<string, string>(url);
};

const FILE = `apiVersion: fluxspan.dev/v1
kind: Versions
metadata: { name: versions }
versions:
  podinfo:
    version: 6.5.0
images:
  web:
    image: ghcr.io/acme/web:1.2.3
`;

const thrownBy = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    if (error instanceof FluxspanError) return error.diagnostics;
    throw error;
  }
  throw new Error('nothing was thrown');
};

describe('openVersions', () => {
  it('reads versions, images and their parts', () => {
    const { version, image } = open(FILE);
    expect(version('podinfo')).toBe('6.5.0');
    expect(image('web')).toBe('ghcr.io/acme/web:1.2.3');
    expect(image('web', 'name')).toBe('ghcr.io/acme/web');
    expect(image('web', 'tag')).toBe('1.2.3');
  });

  it.each([
    ['version', 'podnfo', undefined, 'versions.yaml has no version "podnfo"', 'did you mean "podinfo"?'],
    ['version', 'web', undefined, 'versions.yaml has no version "web"', `it is in "images": read it with image('web')`],
    ['image', 'podinfo', undefined, 'versions.yaml has no image "podinfo"', `it is in "versions"`],
    ['image', 'web', 'digest', 'image "web" has no digest: it is "ghcr.io/acme/web:1.2.3"', 'add it in versions.yaml'],
  ] as const)('refuses %s %s', (reader, name, part, message, fix) => {
    const [problem] = thrownBy(() => (open(FILE)[reader] as (name: string, part?: string) => string)(name, part));
    expect(problem).toMatchObject({ code: 'FX712', message, fix: expect.stringContaining(fix) });
    expect(problem?.at.source).toMatch(/^test\/versions\/open-versions\.test\.ts:\d+$/);
  });

  it('throws with all that is wrong with the file', () => {
    const problems = thrownBy(() => open('versions:\n  a: 1\n'));
    expect(problems.map(({ code }) => code)).toEqual(['FX710', 'FX710', 'FX710', 'FX710']);
  });

  it('says what is wrong where there is no file', () => {
    expect(thrownBy(() => openVersions(url, '../none.yaml'))).toMatchObject([
      { code: 'FX710', message: "versions.yaml can't be read: there is no such file" },
    ]);
  });

  it('remembers what an app reads, while it is loaded and later', async () => {
    const { result, opened } = await whileRecording(async () => {
      const readers = open(FILE);
      readers.version('podinfo');
      return readers;
    });
    expect(versionNotices(opened, true)).toMatchObject([{ code: 'FX713', at: { file: 'versions.yaml:9' } }]);
    expect(versionNotices(opened, false)).toEqual([]);
    result.image('web', 'tag');
    expect(versionNotices(opened, true)).toEqual([]);
  });

  it('asks for the ring where a name that nothing reads has rings', async () => {
    const settings = [
      'a:\n    value: 1\n    rings: { prod: { promoted: 2 } }',
      'b:\n    value: 1\n    rings: together',
    ];
    const { opened } = await whileRecording(async () => open(`${FILE}settings:\n  ${settings.join('\n  ')}\n`));
    expect(versionNotices(opened, true).map(({ fix }) => fix)).toEqual(
      expect.arrayContaining([
        "read it: setting('a', ring), from imports/versions.ts; or delete it",
        "read it: setting('b'), from imports/versions.ts; or delete it",
      ]),
    );
  });
});
