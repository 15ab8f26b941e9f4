import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
    // FX631 names the addon, which is another one after the rename.
    expectFormats(project, join(out, name), name === 'rename-first-step' ? ['FX318'] : ['FX318', 'FX631']);
    // The worktree of the base is gone.
    expect(project.git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  });
};
