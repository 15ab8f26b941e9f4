import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../support/root.js';
import { changes } from './changes.js';
import { PlatformRepository } from './platform-repository.js';

interface Report {
  bodyOf(bytes: Uint8Array): string;
}

interface Sarif {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly baselineState: string;
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string };
          readonly region: { readonly startLine: number };
        };
      }[];
    }[];
  }[];
}

interface Quality {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: string;
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

/**
 * Both files have each problem, at a line that is there.
 *
 * @param known codes that the platform has before the change
 */
const expectFormats = (project: PlatformRepository, folder: string, known: readonly string[]): void => {
  const [run] = (JSON.parse(readFileSync(join(folder, 'fluxspan.sarif'), 'utf8')) as Sarif).runs;
  const quality = JSON.parse(readFileSync(join(folder, 'code-quality.json'), 'utf8')) as readonly Quality[];
  const { rules } = run!.tool.driver;
  expect(run!.results.length).toBeGreaterThan(0);
  expect(quality).toHaveLength(run!.results.length);
  expect(new Set(quality.map(({ fingerprint }) => fingerprint)).size).toBe(quality.length);
  for (const [index, { ruleId, ruleIndex, level, baselineState, locations }] of run!.results.entries()) {
    const { artifactLocation, region } = locations[0]!.physicalLocation;
    expect(rules[ruleIndex]?.id).toBe(ruleId);
    expect(project.read(artifactLocation.uri).split('\n').length).toBeGreaterThanOrEqual(region.startLine);
    expect(['error', 'warning', 'note']).toContain(level);
    expect(baselineState).toBe(known.includes(ruleId) ? 'unchanged' : 'new');
    expect(quality[index]).toEqual({
      description: expect.any(String),
      check_name: ruleId,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      severity: { error: 'critical', warning: 'major', note: 'info' }[level],
      location: { path: artifactLocation.uri, lines: { begin: region.startLine } },
    });
  }
};

/** A build of `@microsoft/sarif-multitool`, a program that checks reports as GitHub's code scanning reads them. */
const multitool = process.env['FLUXSPAN_SARIF_MULTITOOL'];

/** What it finds wrong in a report. */
const refusedIn = (file: string): readonly string[] => {
  const levels = ['--rule-kind', 'Sarif;Ghas', '--level', 'Error;Warning', '--kind', 'Fail'];
  const { status, stdout } = spawnSync(multitool!, ['validate', file, ...levels], {
    encoding: 'utf8',
    env: { ...process.env, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1' },
  });
  expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining('1 files scanned') });
  return stdout.split('\n').filter((line) => /: (?:error|warning) /.test(line));
};

/** Compares the comment of each of these changes with its file, each by the commands that a check runs. */
export const compareComments = (names: readonly string[]): void => {
  let project: PlatformRepository;
  let out: string;
  beforeAll(() => {
    project = new PlatformRepository();
    out = mkdtempSync(join(tmpdir(), 'comments-'));
  });
  afterAll(() => {
    project.remove();
    rmSync(out, { recursive: true, force: true });
  });

  it.each(names)('%s', { timeout: 240_000 }, async (name) => {
    project.change(changes[name]!);
    project.check(join(out, name));
    const { bodyOf } = (await import(pathToFileURL(join(root, 'ci/report.js')).href)) as Report;
    const comment = bodyOf(readFileSync(join(out, name, 'comment.md')));
    const stable = comment.replace(/\b[0-9a-f]{10}\b/g, '0123456789').replace(/ in \d+ ms/g, ' in 1 ms');
    await expect(`${stable.trimEnd()}\n`).toMatchFileSnapshot(join(root, 'test/ci/comments', `${name}.md`));
    // FX631 names the addon, which has another name after the rename.
    expectFormats(project, join(out, name), ['FX318', 'FX631']);
    // The worktree of the base is gone.
    expect(project.git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  });

  const skipped = multitool === undefined ? ' (skipped: FLUXSPAN_SARIF_MULTITOOL names no program)' : '';
  it.skipIf(skipped !== '')(`SARIF that @microsoft/sarif-multitool accepts${skipped}`, { timeout: 240_000 }, () => {
    for (const name of names) expect(refusedIn(join(out, name, 'fluxspan.sarif'))).toEqual([]);
    const wrong = JSON.parse(readFileSync(join(out, names[0]!, 'fluxspan.sarif'), 'utf8'));
    delete wrong.runs[0].results[0].message;
    writeFileSync(join(out, 'wrong.sarif'), JSON.stringify(wrong));
    expect(refusedIn(join(out, 'wrong.sarif'))).not.toEqual([]);
  });
};
