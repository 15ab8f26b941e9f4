import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readChartArchive, readChartFolder } from '../../src/charts/chart-files.js';
import { runMain } from '../support/run.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { packChart, tarEntry } from './pack-chart.js';

const folder = temporaryFolder();
const chart = { 'Chart.yaml': 'name: shop\nversion: 1.0.0\n', 'values.yaml': `a: ${'b'.repeat(1000)}\n` };
const packed = packChart('shop', chart);

describe('an archive', () => {
  it('that is cut off is refused, wherever it ends', () => {
    const tar = gunzipSync(packed);
    expect([...readChartArchive(packed, 'a.tgz').keys()]).toEqual(['Chart.yaml', 'values.yaml']);
    for (const length of [10, packed.length - 9, packed.length - 1]) {
      expect(() => readChartArchive(packed.subarray(0, length), 'a.tgz')).toThrow('cannot be unpacked: it is cut off');
    }
    // Packed again, after it was cut off.
    for (const length of [0, 100, 700, 512 * 2, 512 * 2 + 100, 512 * 3 + 400, tar.length - 1024]) {
      expect(() => readChartArchive(gzipSync(tar.subarray(0, length)), 'a.tgz')).toThrow('the archive is cut off');
    }
    // Of the two blocks of zeros at the end, one is enough.
    expect(readChartArchive(gzipSync(tar.subarray(0, tar.length - 512)), 'a.tgz').size).toBe(2);
  });

  it('that is none is refused', () => {
    expect(() => readChartArchive(gzipSync('x'.repeat(2000)), 'a.tgz')).toThrow('damaged, or no tar archive');
    const broken = gunzipSync(packed);
    broken[3] = 0x21;
    expect(() => readChartArchive(gzipSync(broken), 'a.tgz')).toThrow('damaged, or no tar archive');
  });

  it('has one budget with all archives in it, which the error names', () => {
    const zeros = Buffer.alloc(30 * 2 ** 20);
    const inner = packChart('inner', { 'crds/zeros': zeros });
    const within = packChart('shop', { ...chart, 'charts/a.tgz': inner, 'charts/b.tgz': inner, 'charts/c.tgz': inner });
    expect(readChartArchive(within, 'a.tgz').size).toBe(2);
    const charts = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`charts/${name}.tgz`, inner]));
    const message = 'the chart holds more than the 128 MB that are read, with the charts in it';
    expect(() => readChartArchive(packChart('shop', { ...chart, ...charts }), 'a.tgz')).toThrow(message);
    expect(() => readChartArchive(gzipSync(Buffer.alloc(130 * 2 ** 20)), 'a.tgz')).toThrow(message);
  });

  it('has a budget of charts in it, and of charts in those', () => {
    const charts = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`charts/c${i}/values.yaml`, 'a: 1\n']));
    expect(readChartArchive(packChart('shop', { ...chart, ...charts }), 'a.tgz').size).toBe(5002);
    const twice = Object.fromEntries(Object.keys(charts).map((path) => [path.replace('values', 'Chart'), 'name: a\n']));
    const message = 'the chart holds more than the 10000 charts and files of charts that are read';
    expect(() => readChartArchive(packChart('shop', { ...chart, ...charts, ...twice }), 'a.tgz')).toThrow(message);
    let nested = packed;
    for (let i = 0; i < 8; i++) nested = packChart('shop', { 'charts/a.tgz': nested });
    expect(readChartArchive(nested, 'a.tgz').size).toBe(2);
    const deeper = packChart('shop', { 'charts/a.tgz': nested });
    expect(() => readChartArchive(deeper, 'a.tgz')).toThrow('deeper than the 8 levels that are read');
  });

  it('a file outside of the folder of the chart is refused, as by Helm', () => {
    const archive = packChart('shop', { 'Chart.yaml': 'name: shop', '../../evil.txt': 'x' });
    expect(() => readChartArchive(archive, 'a.tgz')).toThrow(
      'the archive has a file outside of the chart\'s folder: "shop/../../evil.txt"',
    );
  });

  it('gives nothing for its links and devices, and refuses a link in the place of values', () => {
    const withLink = (name: string, type: string) =>
      gzipSync(
        Buffer.concat([
          tarEntry(name, Buffer.alloc(0), type),
          tarEntry('shop/Chart.yaml', Buffer.from('name: a\n')),
          Buffer.alloc(1024),
        ]),
      );
    for (const name of ['shop/templates/values.yaml', 'shop/LICENSE']) {
      expect([...readChartArchive(withLink(name, '2'), 'a.tgz').keys()]).toEqual(['Chart.yaml']);
    }
    expect([...readChartArchive(withLink('shop/values.yaml', '3'), 'a.tgz').keys()]).toEqual(['Chart.yaml']);
    for (const name of ['values.yaml', 'values.schema.json', 'charts/a/values.yaml', 'charts/a.tgz']) {
      for (const type of ['1', '2']) {
        expect(() => readChartArchive(withLink(`shop/${name}`, type), 'a.tgz')).toThrow(
          `"${name}" is a link in the archive, which Helm reads as an empty file`,
        );
      }
    }
  });
});

describe.skipIf(process.platform === 'win32')('the folder of a chart', () => {
  it('is not left through a link', () => {
    const at = join(folder, 'linked');
    mkdirSync(join(at, 'charts'), { recursive: true });
    writeFileSync(join(at, 'common.yaml'), 'a: 1\n');
    symlinkSync('common.yaml', join(at, 'values.yaml'));
    expect(readChartFolder(at).get('values.yaml')?.toString()).toBe('a: 1\n');
    writeFileSync(join(folder, 'outside.tgz'), packed);
    symlinkSync('../../outside.tgz', join(at, 'charts/a.tgz'));
    expect(() => readChartFolder(at)).toThrow('"charts/a.tgz" is a symbolic link that leads out of the chart');
  });

  it('is read through the links in it, as Helm reads it', () => {
    const at = join(folder, 'linked-inside');
    for (const one of ['charts', 'shared/common/templates', 'templates']) mkdirSync(join(at, one), { recursive: true });
    writeFileSync(join(at, 'shared/common/values.yaml'), 'a: 1\n');
    writeFileSync(join(at, 'shared/common/templates/a.tpl'), 'a');
    symlinkSync('../shared/common', join(at, 'charts/common'));
    symlinkSync('../shared/common/templates/a.tpl', join(at, 'templates/a.tpl'));
    symlinkSync('.', join(at, 'templates/circle'));
    symlinkSync('nowhere', join(at, 'templates/nothing'));
    const files = readChartFolder(at);
    expect(files.get('charts/common/values.yaml')?.toString()).toBe('a: 1\n');
    expect(files.get('charts/common/templates/a.tpl')?.toString()).toBe('a');
    expect(files.get('templates/a.tpl')?.toString()).toBe('a');
    expect([...files.keys()].filter((one) => one.startsWith('templates/'))).toEqual(['templates/a.tpl']);
    mkdirSync(join(folder, 'elsewhere'));
    symlinkSync('../../elsewhere', join(at, 'charts/other'));
    expect(() => readChartFolder(at)).toThrow('"charts/other" is a symbolic link that leads out of the chart');
  });

  it('holds regular files alone', async () => {
    for (const name of ['values.yaml', 'Chart.yaml', 'values.schema.json']) {
      const at = join(folder, `fifo-${name}`);
      mkdirSync(at);
      execFileSync('mkfifo', [join(at, name)]);
      const { code, stderr } = await runMain(folder, 'import', 'chart', at);
      expect(code).toBe(1);
      expect(stderr).toContain(`error "${name}" cannot be read: it is a FIFO, not a regular file`);
    }
    execFileSync('mkfifo', [join(folder, 'fifo.tgz')]);
    const { stderr } = await runMain(folder, 'import', 'chart', 'fifo.tgz');
    expect(stderr).toContain('cannot be read: it is a FIFO, not a regular file');
  });
});
