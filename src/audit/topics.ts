import { badExpression } from '../compile/diagnostics.js';
import { duplicateObject } from '../constructs/diagnostics.js';
import { terraformDestroys, twoTools } from '../owners/diagnostics.js';
import { misnamed, unknownReference } from '../rules/flux/reference.js';
import { nearNamespace } from '../rules/helm/near-namespace.js';
import { valueSource } from '../rules/helm/value-source.js';
import { unsafeTargetPath } from '../rules/helm/values-layers.js';
import { twoAutoscalers } from '../rules/objects/autoscaling.js';
import { secretTarget } from '../rules/objects/secret-target.js';
import { onlyOptionalVars } from '../rules/substitution/only-optional-vars.js';
import { changeRulesOfAudit } from './base/change-rules.js';
import { codesOf } from './codes-of.js';
import {
  breakingValue,
  endingApi,
  forgottenVars,
  leftOutObject,
  misnamedAccount,
  misnamedData,
  misnamedNamespace,
  missingKey,
  misspeltVar,
  oldApi,
  oldCrdVersion,
  outsideData,
  outsideSecret,
  unreadKey,
  unreadVar,
  unsuppliedVar,
} from './diagnostics.js';
import type { Finding } from './finding.js';

/** What a finding is about, in the order in which topics are printed. */
export const topics = {
  contract: 'Values that must come from elsewhere',
  refused: 'What Flux, Helm, kustomize or the API server refuses, or ignores',
  change: 'What the change destroys, or the API server refuses of it',
  owners: 'Objects with two owners',
  versions: 'Versions of APIs that go away',
} as const;
export type Topic = keyof typeof topics;

const CONTRACT = codesOf(
  unsuppliedVar,
  outsideData,
  outsideSecret,
  unreadVar,
  misspeltVar,
  unreadKey,
  misnamedAccount,
  misnamedData,
  misnamedNamespace,
  missingKey,
  badExpression,
  leftOutObject,
  breakingValue,
  endingApi,
  valueSource,
  forgottenVars,
  onlyOptionalVars,
  unsafeTargetPath,
);
const CHANGE = codesOf(...changeRulesOfAudit.flatMap(({ diagnostics }) => diagnostics));
const REFERENCES = codesOf(unknownReference, misnamed);
const OWNERS = codesOf(duplicateObject, secretTarget, twoAutoscalers, twoTools, terraformDestroys);
const VERSIONS = codesOf(oldApi, endingApi, oldCrdVersion, nearNamespace);
const OF_DATA = /(?:^|\b(?:makes|names) )(?:ConfigMap|Secret)\//;

export const topicOf = ({ code, message }: Pick<Finding, 'code' | 'message'>): Topic => {
  if (CHANGE.has(code)) return 'change';
  if (CONTRACT.has(code)) return 'contract';
  if (REFERENCES.has(code) && OF_DATA.test(message)) return 'contract';
  if (OWNERS.has(code)) return 'owners';
  return VERSIONS.has(code) ? 'versions' : 'refused';
};

/** One sentence: which of the errors and warnings a contract between the two sides finds before a merge. */
export const contractSentence = (findings: readonly Finding[]): string => {
  const grave = findings.filter(({ severity }) => severity !== 'notice');
  const ofContract = grave.filter((one) => topicOf(one) === 'contract');
  if (ofContract.length > 0) {
    const caught =
      grave.length === 1
        ? 'this one'
        : `${ofContract.length === grave.length ? 'all' : `${ofContract.length}`} of these ${grave.length}`;
    return `A contract would have caught ${caught} before a merge: tsc or "terraform plan" fails where a value is missing, misspelt or of another type.`;
  }
  const outside = findings.filter(({ code }) => code === outsideData.code).length;
  if (outside > 0)
    return `A contract would check ${outside === 1 ? 'the ConfigMap or Secret that this repository reads and does' : `the ${outside} ConfigMaps and Secrets that this repository reads and does`} not have.`;
  return grave.length === 0
    ? ''
    : grave.length === 1
      ? 'A contract would not have caught it.'
      : `A contract would have caught none of these ${grave.length}.`;
};
