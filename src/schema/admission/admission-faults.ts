import type { TypeDeclaration } from '@marcbachmann/cel-js';
import { isObject } from '../../json/is-object.js';
import type { JsonPath } from '../../json/json-path.js';
import { specOf } from '../../json/manifest-fields.js';
import type { CelType } from '../typed-cel/cel-type.js';
import { type Compiler, compileTyped } from '../typed-cel/compile-expression.js';
import {
  type AdmissionScope,
  admissionEnvironment,
  openPolicyVariables,
  type PolicyVariables,
} from './admission-environment.js';
import { jsonPatch } from './admission-types.js';

/** An expression that the API server can't compile. */
export interface AdmissionFault {
  readonly path: JsonPath;
  /** In words that continue `"spec.validations[0].expression" …`. */
  readonly message: string;
  readonly fix: string;
  /** The function of Kubernetes that checks it. */
  readonly upstream: string;
}

export interface AdmissionJudge extends Compiler {
  /** Whether a text is known only in the cluster. */
  isOpen(path: JsonPath): boolean;
}

/**
 * What the API server refuses of the expressions of admission policies and webhooks.
 * https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 */
export const admissionFaults = (object: unknown, judge: AdmissionJudge): readonly AdmissionFault[] => {
  if (!isObject(object)) return [];
  const check = openCheck(judge);
  const spec = specOf(object);
  switch (object['kind']) {
    case 'ValidatingWebhookConfiguration':
    case 'MutatingWebhookConfiguration':
      for (const [webhook, path] of itemsAt(object, ['webhooks'])) checkConditions(webhook, path, false, check);
      break;
    case 'ValidatingAdmissionPolicy':
      checkValidatingPolicy(spec, check);
      break;
    case 'MutatingAdmissionPolicy':
      checkMutatingPolicy(spec, check);
      break;
    default:
  }
  return check.found;
};

interface Check {
  readonly found: AdmissionFault[];
  readonly isOpen: AdmissionJudge['isOpen'];
  /** Checks one expression, and gives its type; undefined where it isn't known. */
  run(
    holder: Members,
    key: string,
    path: JsonPath,
    scope: AdmissionScope,
    upstream: string,
    wanted?: readonly CelType[],
  ): TypeDeclaration | undefined;
}

type Members = Readonly<Record<string, unknown>>;

const openCheck = (judge: AdmissionJudge): Check => {
  const { isOpen } = judge;
  const found: AdmissionFault[] = [];
  return {
    found,
    isOpen,
    run: (holder, key, above, scope, upstream, wanted) => {
      const text = holder[key];
      const path = [...above, key];
      if (typeof text !== 'string' || text === '' || isOpen(path)) return undefined;
      if (text.trim() === '') {
        // A rule on the schema tells it of a message.
        if (key === 'messageExpression') return undefined;
        found.push({ path, message: 'is blank', fix: 'write the expression', upstream });
        return undefined;
      }
      if (scope.variables?.isOpen(text) === true) return undefined;
      const compiled = compileTyped(text.trim(), admissionEnvironment(scope), judge, wanted);
      if (compiled?.fault === undefined) return compiled?.type;
      found.push({ path, message: compiled.fault, fix: fixFor(compiled.fault), upstream });
      return undefined;
    },
  };
};

const fixFor = (fault: string): string => {
  if (fault.includes('needs "paramKind"')) return 'set spec.paramKind, or write the expression without "params"';
  return fault.startsWith('uses "variables.')
    ? 'declare the variable above it in spec.variables'
    : 'correct the expression';
};

/** The objects in a list, each with its path. */
const itemsAt = (holder: Members, path: JsonPath): readonly (readonly [Members, JsonPath])[] => {
  const list = holder[path.at(-1) as string];
  if (!Array.isArray(list)) return [];
  return (list as readonly unknown[]).flatMap((item, index) =>
    isObject(item) ? [[item, [...path, index]] as const] : [],
  );
};

const checkConditions = (holder: Members, path: JsonPath, hasParams: boolean, check: Check): void => {
  const scope: AdmissionScope = { words: 'a match condition', hasParams, hasAuthorizer: true };
  for (const [condition, at] of itemsAt(holder, [...path, 'matchConditions'])) {
    check.run(condition, 'expression', at, scope, 'validateMatchConditionsExpression', ['bool']);
  }
};

/** `spec.variables`, in their order: each sees those before it. */
const checkVariables = (spec: Members, hasParams: boolean, check: Check): PolicyVariables => {
  const items = itemsAt(spec, ['spec', 'variables']);
  const variables = openPolicyVariables(new Set(items.map(([{ name }]) => String(name))));
  for (const [variable, path] of items) {
    const { name, expression } = variable;
    const isGiven = typeof expression === 'string' && expression.trim() !== '';
    const scope = { words: 'this policy', hasParams, hasAuthorizer: true, variables };
    const type = check.run(variable, 'expression', path, scope, 'validateVariable');
    if (!isGiven || typeof name !== 'string') continue;
    if (type === undefined) variables.leaveOpen(name);
    else variables.declare(name, type);
  }
  return variables;
};

const hasParamKind = (spec: Members): boolean => (spec['paramKind'] ?? undefined) !== undefined;

const checkValidatingPolicy = (spec: Members, check: Check): void => {
  const hasParams = hasParamKind(spec);
  checkConditions(spec, ['spec'], hasParams, check);
  const declared = checkVariables(spec, hasParams, check);
  // A policy that declares no variables doesn't have them at all.
  const variables = declared.all.size === 0 ? undefined : declared;
  const scope: AdmissionScope = { words: 'a policy without variables', hasParams, hasAuthorizer: true, variables };
  const message: AdmissionScope = { ...scope, words: 'a message expression', hasAuthorizer: false };
  for (const [validation, path] of itemsAt(spec, ['spec', 'validations'])) {
    check.run(validation, 'expression', path, scope, 'validateValidationExpression', ['bool']);
    check.run(validation, 'messageExpression', path, message, 'validateMessageExpression', ['string']);
  }
  for (const [annotation, path] of itemsAt(spec, ['spec', 'auditAnnotations'])) {
    check.run(annotation, 'valueExpression', path, scope, 'validateAuditAnnotation', ['string', 'null']);
  }
};

const checkMutatingPolicy = (spec: Members, check: Check): void => {
  const hasParams = hasParamKind(spec);
  checkConditions(spec, ['spec'], hasParams, check);
  const variables = checkVariables(spec, hasParams, check);
  const scope: AdmissionScope = { words: 'a patch', hasParams, hasAuthorizer: true, hasPatchTypes: true, variables };
  for (const [mutation, path] of itemsAt(spec, ['spec', 'mutations'])) {
    const type = mutation['patchType'];
    const { applyConfiguration, jsonPatch: patch } = mutation;
    if (type === 'ApplyConfiguration' && isObject(applyConfiguration)) {
      const at = [...path, 'applyConfiguration'];
      check.run(applyConfiguration, 'expression', at, scope, 'validateApplyConfiguration', ['Object']);
    }
    if (type === 'JSONPatch' && isObject(patch)) {
      check.run(patch, 'expression', [...path, 'jsonPatch'], scope, 'validateJSONPatch', [`list<${jsonPatch.name}>`]);
    }
  }
};
