import { expect, it } from 'vitest';
import { retiredSection } from '../../scripts/retired-section.js';
import { catalogue } from '../../src/cli/catalogue.js';
import type { Io } from '../../src/cli/command.js';
import { createExplain, explain } from '../../src/cli/commands/explain.js';
import { type RetiredCode, retiredCodes } from '../../src/diagnostics/index.js';
import { applyExceptions } from '../../src/rules/finish/apply-exceptions.js';
import { addon, clusterOf } from '../support/synthesize.js';

const gone: RetiredCode = {
  code: 'FX699',
  name: 'old-rule',
  since: '0.2.0',
  why: 'Flux takes either order now | and so does Helm.',
};

const explained = async (command: typeof explain, code: string, json = false): Promise<string> => {
  let text = '';
  const stream = { write: (part: string) => (text += part) };
  const io: Io = { stdout: stream, stderr: stream, stdin: (async function* () {})(), env: {}, cwd: () => '/' };
  await command.run({ values: { json }, positionals: [code] }, io, {});
  return text;
};

it.each([...retiredCodes, gone])('$code is in no catalogue', ({ code, name, since, why }) => {
  expect(catalogue.filter((one) => one.code === code || one.name === name)).toEqual([]);
  expect(since).toMatch(/^\d+\.\d+\.\d+$/);
  expect(why).toMatch(/\.$/);
});

it('no code is retired twice', () => {
  const codes = retiredCodes.map(({ code }) => code);
  expect([...new Set(codes)]).toEqual(codes);
});

it('is explained by its code or its name, in text and JSON', async () => {
  const command = createExplain([gone]);
  expect(await explained(command, 'fx699')).toBe(`FX699 old-rule (gone since 0.2.0)\n\n${gone.why}\n`);
  expect(await explained(command, 'old-rule')).toBe(await explained(command, 'FX699'));
  expect(JSON.parse(await explained(command, 'FX699', true))).toEqual([{ ...gone, retired: true }]);
  await expect(explained(command, 'FX698')).rejects.toThrow('there is no code "FX698"');
  await expect(explained(explain, 'FX699')).rejects.toThrow('there is no code "FX699"');
});

it('can be taken out of the exceptions of a cluster', () => {
  const cluster = clusterOf({ first: [addon('web', { build: () => undefined })] });
  const loose = cluster as unknown as { except(code: string, options: object): void };
  loose.except('FX699', { object: 'ConfigMap/web', reason: 'a test' });
  const { refused, unmatched } = applyExceptions(cluster, [], [gone]);
  expect(unmatched).toEqual([]);
  expect(refused).toMatchObject([
    {
      code: 'FX625',
      message: 'an exception is from FX699 (old-rule), which is gone since fluxspan 0.2.0',
      fix: 'take the exception out; `fluxspan explain FX699` says why the code is gone',
    },
  ]);
  expect(applyExceptions(cluster, []).refused[0]?.message).toBe('there is no exception from "FX699"');
});

it('ends the page of diagnostics', () => {
  expect(retiredSection([])).toBe('');
  expect(retiredSection([gone])).toContain(
    '| FX699 | `old-rule` | 0.2.0 | Flux takes either order now \\| and so does Helm. |',
  );
});
