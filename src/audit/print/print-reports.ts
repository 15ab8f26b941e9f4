import { createHash } from 'node:crypto';
import { type Finding, identityOfFinding } from '../finding.js';

const LEVELS = { error: 'error', warning: 'warning', notice: 'note' } as const;
const SEVERITIES = { error: 'critical', warning: 'major', notice: 'info' } as const;

const textOf = ({ message, notes, fix, clusters }: Finding): string =>
  [message, ...notes, ...(clusters.length > 1 ? [`In the clusters ${clusters.join(', ')}`] : []), `Fix: ${fix}`]
    .map((one) => `${one.replace(/\.$/, '')}.`)
    .join(' ');

const hashOf = (finding: Finding): string => createHash('sha256').update(identityOfFinding(finding)).digest('hex');

/** Findings without a file aren't shown beside a line: such as that there is no cluster at all. */
const ANYWHERE = 'README.md';

/** SARIF 2.1.0, for GitHub's code scanning: https://docs.oasis-open.org/sarif/sarif/v2.1.0/ */
export const auditSarif = (findings: readonly Finding[], version: string): object => {
  const rules = new Map(findings.map((one) => [one.code as string, one]));
  const ids = [...rules.keys()].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'fluxspan audit',
            semanticVersion: version,
            informationUri: 'https://www.npmjs.com/package/fluxspan',
            rules: ids.map((id) => ({
              id,
              name: pascal(rules.get(id)!.name),
              shortDescription: { text: `${words(rules.get(id)!.name)}.` },
              fullDescription: {
                text: `${words(rules.get(id)!.name)}. "npx fluxspan explain ${id}" has the cause and the fix.`,
              },
              help: { text: `Run "npx fluxspan explain ${id}" for the cause and the fix.` },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => ({
          ruleId: finding.code,
          ruleIndex: ids.indexOf(finding.code),
          level: LEVELS[finding.severity],
          message: { text: textOf(finding) },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: encodeURI(finding.file ?? ANYWHERE), uriBaseId: '%SRCROOT%' },
                region: { startLine: finding.line ?? 1 },
              },
            },
          ],
          partialFingerprints: { 'fluxspanAudit/v1': hashOf(finding) },
        })),
      },
    ],
  };
};

/** `risky-change` as `Risky change`. */
const words = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;

const pascal = (name: string): string =>
  name
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

/** GitLab's Code Quality: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format */
export const auditCodeQuality = (findings: readonly Finding[]): readonly object[] =>
  findings.map((finding) => ({
    description: textOf(finding),
    check_name: finding.code,
    fingerprint: hashOf(finding),
    severity: SEVERITIES[finding.severity],
    location: { path: finding.file ?? ANYWHERE, lines: { begin: finding.line ?? 1 } },
  }));
