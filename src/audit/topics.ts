import type { Finding } from './finding.js';

/** What a finding is about, in the order in which topics are printed. */
export const topics = {
  contract: 'Values that must come from elsewhere',
  refused: 'What Flux, Helm, kustomize or the API server refuses, or ignores',
  owners: 'Objects with two owners',
  versions: 'Versions of APIs that go away',
} as const;
export type Topic = keyof typeof topics;

const CONTRACT: ReadonlySet<string> = new Set([
  'FX842',
  'FX844',
  'FX845',
  'FX846',
  'FX847',
  'FX848',
  'FX849',
  'FX305',
  'FX610',
  'FX616',
  'FX619',
]);
const OWNERS: ReadonlySet<string> = new Set(['FX302', 'FX635', 'FX677', 'FX781', 'FX782']);
const VERSIONS: ReadonlySet<string> = new Set(['FX843', 'FX639']);
const OF_DATA = /(?:^|\b(?:makes|names) )(?:ConfigMap|Secret)\//;

export const topicOf = ({ code, message }: Pick<Finding, 'code' | 'message'>): Topic => {
  if (CONTRACT.has(code)) return 'contract';
  if ((code === 'FX307' || code === 'FX630') && OF_DATA.test(message)) return 'contract';
  if (OWNERS.has(code)) return 'owners';
  return VERSIONS.has(code) ? 'versions' : 'refused';
};

/** One sentence: which of the errors and warnings a contract between the two sides finds before a merge. */
export const contractSentence = (findings: readonly Finding[]): string => {
  const grave = findings.filter(({ severity }) => severity !== 'notice');
  const ofContract = grave.filter((one) => topicOf(one) === 'contract');
  if (ofContract.length > 0) {
    const all = ofContract.length === grave.length ? 'all' : `${ofContract.length}`;
    return `A contract would have caught ${all} of these ${grave.length} before a merge: tsc or "terraform plan" fails where a value is missing, misspelt or of another type.`;
  }
  const outside = findings.filter(({ code }) => code === 'FX844').length;
  if (outside > 0)
    return `A contract would check ${outside === 1 ? 'the ConfigMap or Secret that this repository reads and does' : `the ${outside} ConfigMaps and Secrets that this repository reads and does`} not have.`;
  return grave.length === 0 ? '' : `A contract would have caught none of these ${grave.length}.`;
};
