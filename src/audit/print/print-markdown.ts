import { codeSpan, escapeMarkdown } from '../../diagnostics/markdown.js';
import { countDiagnostics } from '../../diagnostics/print.js';
import type { Finding } from '../finding.js';
import type { AuditResult } from '../run-audit.js';
import { contractSentence, type Topic, topicOf, topics } from '../topics.js';
import { countsOf, notSeenText } from './in-short.js';
import { mergeClusters } from './merge-clusters.js';

/** GitHub takes 65,536 characters in a comment. */
const MOST = 60_000;

/** A result as Markdown: for a comment or the summary of a job. Notices are counted only, unless all are asked for. */
export const printAuditMarkdown = (found: AuditResult, isAll = false): string => {
  const result = { ...found, findings: mergeClusters(found.findings) };
  const { findings, clusters, accepted, olderKustomize } = result;
  const counts = countDiagnostics(findings) || 'no problems found';
  const known = accepted === 0 ? '' : `; ${accepted} more are in the baseline`;
  const sentence = contractSentence(findings);
  const head = [
    '### fluxspan audit\n',
    `**${counts}**${known} (${countsOf(result)}).${sentence === '' ? '' : ` ${escapeMarkdown(sentence)}`}\n`,
    ...clusters.flatMap((one) => {
      const missed = notSeenText(one);
      return missed === '' ? [] : [`- Not seen of ${escapeMarkdown(one.name)}: ${escapeMarkdown(missed)}`];
    }),
    ...(olderKustomize === undefined ? [] : [`- Note: ${escapeMarkdown(olderKustomize)}`]),
  ].join('\n');
  const shown = isAll ? findings : findings.filter(({ severity }) => severity !== 'notice');
  let text = `${head}\n`;
  let left = shown.length;
  for (const topic of Object.keys(topics) as readonly Topic[]) {
    const own = shown.filter((one) => topicOf(one) === topic);
    const title = `\n#### ${topics[topic]}\n\n`;
    for (const [at, one] of own.entries()) {
      const part = `${at === 0 ? title : ''}${lineOf(one)}\n`;
      if (text.length + part.length > MOST) break;
      text += part;
      left--;
    }
  }
  if (left > 0) return `${text}\n${left} more do not fit here: run \`npx fluxspan audit --all\`.\n`;
  return shown.length === findings.length ? text : `${text}\n\`npx fluxspan audit --all\` shows the notices.\n`;
};

const lineOf = ({ severity, code: name, message, notes, file, line, fix, clusters }: Finding): string => {
  const place = file === undefined ? '' : ` ${codeSpan(line === undefined ? file : `${file}:${line}`)}`;
  const where = clusters.length > 1 ? ` (${clusters.map(escapeMarkdown).join(', ')})` : '';
  return `- **${severity} ${name}**${place}: ${[`${escapeMarkdown(message)}${where}`, ...notes.map(escapeMarkdown), escapeMarkdown(fix)].join('. ')}`;
};
