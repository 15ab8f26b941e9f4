// The problems of a check in the formats that GitHub and GitLab show beside the lines of a change.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { identityOf } from './known.js';

/**
 * @typedef {import('./summary.js').Problem} Problem
 * @typedef {import('./summary.js').Line} Line
 */

const LEVELS = /** @type {Readonly<Record<string, string>>} */ ({ error: 'error', warning: 'warning', notice: 'note' });
const SEVERITIES = /** @type {Readonly<Record<string, string>>} */ ({
  error: 'critical',
  warning: 'major',
  notice: 'info',
});

const textOf = (/** @type {Problem} */ { message, notes, fix, at }) =>
  [`${at.cluster === undefined ? '' : `${at.cluster}: `}${message}`, ...notes, ...(fix === '' ? [] : [`Fix: ${fix}`])]
    .map((one) => `${one.replace(/\.$/, '')}.`)
    .join(' ');

const hashOf = (/** @type {Problem} */ problem) => createHash('sha256').update(identityOf(problem)).digest('hex');

/**
 * SARIF 2.1.0, for GitHub's code scanning: https://docs.oasis-open.org/sarif/sarif/v2.1.0/
 *
 * @param {readonly Problem[]} problems
 * @param {(problem: Problem) => Line} placeOf
 */
export const sarif = (problems, placeOf) => {
  const rules = new Map(problems.map((one) => [one.code, one]));
  const ids = [...rules.keys()].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'fluxspan',
            semanticVersion: JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version,
            informationUri: 'https://www.npmjs.com/package/fluxspan',
            rules: ids.map((id) => ({
              id,
              name: pascal(rules.get(id)?.name ?? id),
              shortDescription: { text: `${words(rules.get(id)?.name ?? id)}.` },
              fullDescription: {
                text: `${words(rules.get(id)?.name ?? id)}. "npx fluxspan explain ${id}" has the cause and the fix.`,
              },
              help: { text: `Run "npx fluxspan explain ${id}" for the cause and the fix.` },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: problems.map((problem) => {
          const { path, line } = placeOf(problem);
          return {
            ruleId: problem.code,
            ruleIndex: ids.indexOf(problem.code),
            level: LEVELS[problem.severity] ?? 'note',
            message: { text: textOf(problem) },
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: encodeURI(path), uriBaseId: '%SRCROOT%' },
                  region: { startLine: line },
                },
              },
            ],
            partialFingerprints: { 'fluxspanProblem/v1': hashOf(problem) },
            baselineState: problem.isNew ? 'new' : 'unchanged',
          };
        }),
      },
    ],
  };
};

/** `risky-change` as `Risky change`. @param {string} name */
const words = (name) => `${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;

const pascal = (/** @type {string} */ name) =>
  name
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

/**
 * GitLab's Code Quality: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
 *
 * @param {readonly Problem[]} problems
 * @param {(problem: Problem) => Line} placeOf
 */
export const codeQuality = (problems, placeOf) =>
  problems.map((problem) => {
    const { path, line } = placeOf(problem);
    return {
      description: textOf(problem),
      check_name: problem.code,
      fingerprint: hashOf(problem),
      severity: SEVERITIES[problem.severity] ?? 'info',
      location: { path, lines: { begin: line } },
    };
  });
