import { nameSome } from '../../diagnostics/index.js';
import { countDiagnostics, printDiagnostic } from '../../diagnostics/print.js';
import { visible } from '../../diagnostics/visible.js';
import type { Finding } from '../finding.js';
import type { AuditResult } from '../run-audit.js';
import { contractSentence, type Topic, topicOf, topics } from '../topics.js';
import { countsOf, notSeenText, plural, uncheckedText } from './in-short.js';
import { mergeClusters } from './merge-clusters.js';

/** As many as a person reads at once. */
const MOST = 10;

/**
 * A result as text: what was looked at, the ten worst findings by topic, and a sentence on what a contract would have
 * caught.
 *
 * @param showsAll all findings, notices included
 */
export const printAuditText = (found: AuditResult, showsAll = false): string => {
  const result = { ...found, findings: mergeClusters(found.findings) };
  const { findings } = result;
  const shown = showsAll ? findings : worst(findings);
  const blocks = (Object.keys(topics) as readonly Topic[]).flatMap((topic) => {
    const own = shown.filter((one) => topicOf(one) === topic);
    return own.length === 0 ? [] : [`${topics[topic]}\n\n${own.map(printFinding).join('\n')}`];
  });
  return [lookedAt(result), ...blocks, footer(result, shown.length)].filter((part) => part !== '').join('\n');
};

/** Of one kind in one file, so many show what is wrong. */
const MOST_ALIKE = 3;

/** The worst, a few of each kind in a file; no notices. */
const worst = (findings: readonly Finding[]): readonly Finding[] => {
  const counts = new Map<string, number>();
  const chosen = findings.filter(({ severity, code, file }) => {
    if (severity === 'notice') return false;
    const kind = `${code} ${file}`;
    const before = counts.get(kind) ?? 0;
    counts.set(kind, before + 1);
    return before < MOST_ALIKE;
  });
  return chosen.slice(0, MOST);
};

const printFinding = ({ clusters, ...one }: Finding): string => {
  const place = one.file === undefined ? undefined : one.line === undefined ? one.file : `${one.file}:${one.line}`;
  const notes = clusters.length > 1 ? [...one.notes, `in the clusters ${clusters.join(', ')}`] : one.notes;
  const { cluster: _, file: __, ...at } = one.at;
  return printDiagnostic({ ...one, notes, at: { ...at, ...(place === undefined ? {} : { file: place }) } });
};

const lookedAt = (result: AuditResult): string => {
  const { clusters, isGuessed, files, unread, terraform, terraformNotSeen, base, olderKustomize } = result;
  if (clusters.length === 0) return '';
  const width = Math.max(...clusters.map(({ name }) => name.length));
  const lines = clusters.map((one) => {
    const { name, folder, file, kustomizations, objects } = one;
    const missed = notSeenText(one);
    const seen = `${plural(kustomizations, 'Kustomization')}, ${plural(objects, 'object')}${missed === '' ? '' : `; not seen: ${missed}`}`;
    return `  ${name.padEnd(width)}  ${folder === '' ? '.' : folder} (${file}): ${seen}\n`;
  });
  const guess = isGuessed
    ? 'No file says what Flux reads here: these folders have Kustomizations that nothing else applies.\n'
    : '';
  const hcl =
    terraform.length === 0
      ? ''
      : `Terraform: ${nameSome(
          terraform.map((one) => one || '.'),
          10,
        )}${terraformNotSeen.length === 0 ? '' : `; not seen: ${nameSome(terraformNotSeen, 5)}`}\n`;
  const older = olderKustomize === undefined ? '' : `Note: ${olderKustomize}.\n`;
  const cut = unread.length === 0 ? '' : `Not read: ${unread.join('; ')}.\n`;
  const unchecked = uncheckedText(result);
  return visible(
    `Read ${plural(files, 'file')}: ${countsOf(result)}\n${guess}${lines.join('')}${unchecked === '' ? '' : `${unchecked}\n`}${hcl}${base === undefined ? '' : `Compared with ${base.revision} (${base.commit.slice(0, 10)})${base.notCompared.length === 0 ? '' : `; not compared: ${base.notCompared.join(', ')}`}.\n`}${older}${cut}`,
  );
};

const footer = ({ findings, accepted }: AuditResult, shown: number): string => {
  const counts = countDiagnostics(findings);
  const known = accepted === 0 ? '' : ` (${accepted} more are in the baseline)`;
  if (counts === '') return `No problems found${known}.\n`;
  const more = findings.length - shown;
  const rest = more === 0 ? '' : `${plural(more, 'finding')} more: --all shows ${more === 1 ? 'it' : 'them'}.\n`;
  const sentence = contractSentence(findings);
  return `${rest}${counts}${known}\n${sentence === '' ? '' : `${sentence}\n`}`;
};
