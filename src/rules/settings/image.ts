import { isObject } from '../../json/is-object.js';
import { valueAt } from '../../json/json-path.js';
import { readGoTemplate } from '../languages/go-template.js';
import { type Judge, literal, type SettingFault } from './setting.js';

/** https://github.com/fluxcd/image-reflector-controller/blob/main/internal/policy/factory.go */
const policy: Judge = ({ policy: given }) =>
  isObject(given) && ['semver', 'alphabetical', 'numerical'].every((one) => given[one] === undefined)
    ? {
        path: 'spec.policy',
        what: 'has a policy that says neither semver, alphabetical nor numerical',
        says: 'invalid policy: given ImagePolicyChoice object is invalid',
        fix: "add one of them: policy: { semver: { range: '1.x' } }",
      }
    : undefined;

/** The start of a group, a character class, or an escaped character in a pattern. */
const GROUP = /\\.|\[(?:\\.|[^\]\\])*\]|\((\?(?:P?<(\w+)>)?)?/g;
/** As Go's Regexp.Expand reads it. */
const USE = /\$(?:\$|(\w+)|\{(\w+)\})/g;

/** https://pkg.go.dev/regexp#Regexp.Expand: a name without a group expands to nothing. */
const extract: Judge = ({ filterTags }) => {
  if (!isObject(filterTags)) return undefined;
  const [pattern, template] = [literal(filterTags['pattern']), filterTags['extract']];
  if (pattern === undefined || typeof template !== 'string') return undefined;
  const names = new Set(['0']);
  let count = 0;
  for (const [text, flags, name] of pattern.matchAll(GROUP)) {
    if (!text.startsWith('(') || (flags !== undefined && name === undefined)) continue;
    names.add(String(++count));
    if (name !== undefined) names.add(name);
  }
  const missing = [...template.matchAll(USE)]
    .map(([, bare, braced]) => bare ?? braced)
    .find((one) => one !== undefined && !names.has(one));
  return missing === undefined
    ? undefined
    : {
        path: 'spec.filterTags.extract',
        what: `extracts the group "${missing}" of its pattern, which has no such group`,
        says: 'unable to determine latest version from provided list',
        fix: `name a group of the pattern: (?P<${/^\d/.test(missing) ? 'version' : missing}>…); in $1_a, the name is "1_a": write \${1}_a`,
      };
};

export const imagePolicySettings: readonly Judge[] = [policy, extract];

/** https://github.com/fluxcd/image-automation-controller/blob/main/internal/source/source.go */
const git: Judge = ({ git: given }) =>
  given === undefined
    ? {
        path: 'spec',
        what: 'has no git, which says who commits and where to',
        says: "source kind 'GitRepository' necessitates field .spec.git: invalid source configuration",
        fix: "add git: { commit: { author: { email: … } }, push: { branch: 'main' } }",
      }
    : undefined;

/** https://github.com/fluxcd/image-automation-controller/blob/main/internal/source/git.go */
const push: Judge = (spec) => {
  const ref = valueAt({ spec }, ['spec', 'git', 'checkout', 'ref']);
  if (!isObject(ref) || ref['branch'] !== undefined) return undefined;
  if (valueAt({ spec }, ['spec', 'git', 'push', 'branch']) !== undefined) return undefined;
  return {
    path: 'spec.git',
    what: 'checks out no branch and names none to push to',
    says: 'push spec not provided, and cannot be inferred from .spec.git.checkout.ref or GitRepository .spec.ref',
    fix: "add push: { branch: 'main' }",
  };
};

/**
 * The fields of a message template: https://fluxcd.io/flux/components/image/imageupdateautomations/#message-template
 */
const DATA: ReadonlySet<string> = new Set(['AutomationObject', 'Changed', 'Values']);

const message: Judge = (spec): SettingFault | undefined => {
  const text = literal(valueAt({ spec }, ['spec', 'git', 'commit', 'messageTemplate']));
  if (text === undefined) return undefined;
  const path = 'spec.git.commit.messageTemplate';
  const { fault, fields } = readGoTemplate(text);
  if (fault !== undefined) {
    return {
      path,
      what: `has a messageTemplate that Go can't parse: ${fault}`,
      says: 'unable to create commit message template from spec',
      fix: 'write it as a template of Go, and end each {{ if }}, {{ range }} and {{ with }} with {{ end }}',
    };
  }
  const unknown = fields.find((one) => !DATA.has(one));
  if (unknown === undefined) return undefined;
  const isRemoved = unknown === 'Updated';
  return {
    path,
    what: `reads .${unknown} in its messageTemplate, and there is no such field`,
    says: isRemoved
      ? "template uses removed '.Updated' field. Please use '.Changed' instead"
      : `can't evaluate field ${unknown} in type source.TemplateData`,
    fix: 'read .Changed.FileChanges, .Changed.Objects, .Changed.Changes, .AutomationObject or .Values',
    // https://github.com/fluxcd/image-automation-controller/blob/main/CHANGELOG.md#100
    ...(isRemoved ? { until: '2.6' } : {}),
  };
};

const OPERATORS: ReadonlySet<unknown> = new Set(['In', 'NotIn', 'Exists', 'DoesNotExist']);

/** https://github.com/kubernetes/apimachinery/blob/master/pkg/apis/meta/v1/helpers.go: LabelSelectorAsSelector. */
const selector: Judge = ({ policySelector }) => {
  const all = isObject(policySelector) ? policySelector['matchExpressions'] : undefined;
  if (!Array.isArray(all)) return undefined;
  for (const [index, one] of all.entries()) {
    if (!isObject(one) || literal(one['operator']) === undefined) continue;
    const { operator, values } = one;
    const count = Array.isArray(values) ? values.length : 0;
    const needsValues = operator === 'In' || operator === 'NotIn';
    const isKnown = OPERATORS.has(operator);
    if (isKnown && needsValues === count > 0) continue;
    return {
      path: `spec.policySelector.matchExpressions[${index}]`,
      what: isKnown
        ? `selects by ${String(operator)} ${needsValues ? 'without' : 'with'} values`
        : `selects by the operator ${JSON.stringify(operator)}, which Kubernetes doesn't have`,
      says: isKnown
        ? `failed to parse policy selector: values: Invalid value: for '${String(operator)}'`
        : `failed to parse policy selector: "${String(operator)}" is not a valid label selector operator`,
      fix: 'write In or NotIn with values, Exists or DoesNotExist without',
    };
  }
  return undefined;
};

export const imageUpdateSettings: readonly Judge[] = [git, push, message, selector];
