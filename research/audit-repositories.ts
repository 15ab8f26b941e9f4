import { basename } from 'node:path';
import type { BuildCache } from '../src/applied/build/folder-builder.js';
import type { Finding } from '../src/audit/finding.js';
import { type AuditResult, runAudit } from '../src/audit/run-audit.js';
import type { CleanObjects } from '../src/rules/schemas/clean-objects.js';

interface Options {
  readonly clone: string;
  readonly show: 'none' | 'grave' | 'all';
}

/** Audits a clone twice, the second time with what the first one built, and prints a row. */
export const auditRepository = async ({ clone, show }: Options): Promise<void> => {
  const stored = new Map<string, string>();
  const builds: BuildCache = { get: (key) => stored.get(key), set: (key, value) => void stored.set(key, value) };
  const keys = new Set<string>();
  const clean: CleanObjects = { has: (key) => keys.has(key), add: (key) => void keys.add(key) };
  const first = await measure(() => runAudit({ folder: clone, builds, clean }));
  const again = await measure(() => runAudit({ folder: clone, builds, clean }));
  const { clusters, findings, terraform } = first.value;
  const cells = [
    basename(clone).replace('+', '/'),
    clusters.length,
    sum(first.value, ({ kustomizations }) => kustomizations),
    sum(first.value, ({ objects }) => objects),
    terraform.length,
    counts(findings.filter(({ severity }) => severity === 'error')) || 'none',
    counts(findings.filter(({ severity }) => severity === 'warning')) || 'none',
    findings.filter(({ severity }) => severity === 'notice').length,
    `${first.seconds} s, ${again.seconds} s`,
  ];
  console.log(`| ${cells.join(' | ')} |`);
  if (show === 'none') return;
  for (const one of findings) {
    if (show === 'grave' && one.severity === 'notice') continue;
    console.log(
      `  ${one.severity} ${one.code} ${one.file ?? ''}:${one.line ?? ''} ${one.message} | ${one.notes.join('; ')}`,
    );
  }
};

const sum = ({ clusters }: AuditResult, count: (one: AuditResult['clusters'][number]) => number): number =>
  clusters.reduce((all, one) => all + count(one), 0);

const counts = (found: readonly Finding[]): string => {
  const byCode = new Map<string, number>();
  for (const { code } of found) byCode.set(code, (byCode.get(code) ?? 0) + 1);
  return [...byCode]
    .sort()
    .map(([code, count]) => `${count} ${code}`)
    .join(', ');
};

const measure = async <T>(run: () => Promise<T>): Promise<{ readonly value: T; readonly seconds: string }> => {
  const start = performance.now();
  const value = await run();
  return { value, seconds: ((performance.now() - start) / 1000).toFixed(1) };
};
