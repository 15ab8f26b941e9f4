import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { BuildCache } from '../src/applied/build/folder-builder.js';
import { type Finding, identityOfFinding } from '../src/audit/finding.js';
import { runAudit } from '../src/audit/run-audit.js';
import type { CleanObjects } from '../src/rules/schemas/clean-objects.js';

interface Options {
  readonly clone: string;
  /** How many commits are audited first. */
  readonly samples: number;
  /** How far back the history is looked at. */
  readonly commits: number;
  readonly warnings: boolean;
}

/** What one commit has: its findings by what they are known by, and the files that are there. */
interface Audited {
  readonly findings: ReadonlyMap<string, Finding>;
  readonly hasFile: (path: string) => boolean;
}

const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] });

/** A mirror may lack large files: then git says so, and checks out the rest. */
const checkOut = (folder: string, commit: string): void => {
  try {
    git(folder, 'checkout', '--quiet', '--force', '--detach', commit);
  } catch (error) {
    git(folder, 'update-ref', '--no-deref', 'HEAD', commit);
    if (
      git(folder, 'ls-files', '--deleted')
        .trim()
        .split('\n')
        .some((path) => /\.ya?ml$/.test(path))
    )
      throw error;
  }
};

/** Finds errors of older commits that a later one no longer has, each with the commit that fixed it. */
export const replayAudit = async ({ clone, samples, commits, warnings }: Options): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'fluxspan-replay-'));
  git(tmpdir(), 'clone', '--quiet', '--shared', '--no-checkout', clone, folder);
  const line = git(folder, 'rev-list', '--first-parent', `--max-count=${commits}`, 'HEAD').trim().split('\n').reverse();
  const stored = new Map<string, string>();
  const builds: BuildCache = { get: (key) => stored.get(key), set: (key, value) => void stored.set(key, value) };
  const keys = new Set<string>();
  const clean: CleanObjects = { has: (key) => keys.has(key), add: (key) => void keys.add(key) };
  const known = new Map<number, Audited>();
  const auditAt = async (at: number): Promise<Audited> => {
    const there = known.get(at);
    if (there !== undefined) return there;
    checkOut(folder, line[at]!);
    const { findings } = await runAudit({ folder, builds, clean });
    const files = new Set(git(folder, 'ls-files').split('\n'));
    const audited: Audited = {
      findings: new Map(
        findings
          .filter(({ severity }) => severity === 'error' || (warnings && severity === 'warning'))
          .map((one) => [identityOfFinding(one), one]),
      ),
      hasFile: (path) => files.has(path),
    };
    known.set(at, audited);
    return audited;
  };
  const step = Math.max(1, Math.floor((line.length - 1) / (samples - 1)));
  const sampled = [
    ...new Set([...Array(samples).keys()].map((one) => Math.min(one * step, line.length - 1)).concat(line.length - 1)),
  ];
  for (const at of sampled) await auditAt(at);
  let fixed = 0;
  const seen = new Set<string>();
  for (const [place, from] of sampled.entries()) {
    const to = sampled[place + 1];
    if (to === undefined) break;
    for (const [key, finding] of known.get(from)!.findings) {
      if (seen.has(key) || known.get(to)!.findings.has(key)) continue;
      seen.add(key);
      const { file } = finding;
      if (file === undefined || !known.get(to)!.hasFile(file)) continue;
      let [low, high] = [from, to];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if ((await auditAt(middle)).findings.has(key)) low = middle;
        else high = middle;
      }
      const after = known.get(high)!;
      if (!after.hasFile(file)) continue;
      // The same fault in other words isn't fixed.
      if (
        [...after.findings.values()].some(
          (one) =>
            one.code === finding.code &&
            one.file === file &&
            one.at.object === finding.at.object &&
            one.at.path === finding.at.path,
        )
      )
        continue;
      fixed += 1;
      const subject = git(folder, 'log', '-1', '--format=%h %cs %s', line[high]!).trim();
      console.log(
        `${basename(clone).replace('+', '/')} | ${finding.severity} ${finding.code} | ${file}:${finding.line ?? ''} | ${finding.message} | before ${line[low]!.slice(0, 9)} | fixed ${subject}`,
      );
    }
  }
  console.log(
    `# ${basename(clone).replace('+', '/')}: ${fixed} fixed later, ${known.size} of ${line.length} commits audited`,
  );
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
};
