import type { TypeDeclaration } from '@marcbachmann/cel-js';
import { type CelType, duration, type ObjectType, timestamp } from '../typed-cel/cel-type.js';
import type { Environment, MoreFunctions } from '../typed-cel/typed-library.js';
import { admissionTypes, jsonPatch, namespaceObject, request } from './admission-types.js';

export interface AdmissionScope {
  /** What kind of expression it is, for the reasons why it lacks a variable: `a message expression`. */
  readonly words: string;
  /** The policy has a kind of parameters. */
  readonly hasParams: boolean;
  readonly hasAuthorizer: boolean;
  /** The expression makes a patch. */
  readonly hasPatchTypes?: boolean;
  /** The variables of the policy that are declared before; undefined where an expression has none. */
  readonly variables?: PolicyVariables | undefined;
}

/** `variables` of a policy. */
export interface PolicyVariables {
  /** With those that are declared so far. */
  type(): ObjectType;
  /** Declares a variable for the expressions that follow. */
  declare(name: string, type: TypeDeclaration): void;
  /** Says that the type of a variable isn't known, as if it were declared. */
  leaveOpen(name: string): void;
  /** Whether an expression reads a variable whose type isn't known. */
  isOpen(text: string): boolean;
  /** The names of all variables of the policy. */
  readonly all: ReadonlySet<string>;
}

const VARIABLES = 'kubernetes.variables';

export const openPolicyVariables = (all: ReadonlySet<string>): PolicyVariables => {
  const fields = new Map<string, CelType>();
  const open = new Set<string>();
  return {
    type: () => ({ name: VARIABLES, words: 'variables', fields: Object.fromEntries(fields) }),
    declare: (name, type) => void fields.set(name, variableType(type)),
    leaveOpen: (name) => {
      fields.set(name, 'dyn');
      open.add(name);
    },
    isOpen: (text) => [...text.matchAll(/\bvariables\s*\.\s*\??\s*(\w+)/g)].some(([, name]) => open.has(name!)),
    all,
  };
};

const KEPT: ReadonlySet<string> = new Set([
  'bool',
  'bytes',
  'double',
  'int',
  'null',
  'string',
  'uint',
  timestamp,
  duration,
]);

/** Of the type of a variable, what expressions see: of objects and optional values, nothing. */
const variableType = ({ kind, name, keyType, valueType }: TypeDeclaration): CelType => {
  if (kind === 'list') return `list<${variableType(valueType!)}>`;
  if (kind === 'map') return `map<${variableType(keyType!)}, ${variableType(valueType!)}>`;
  return KEPT.has(name) ? name : 'dyn';
};

const isPatched = (name: string): boolean => name === 'Object' || name.startsWith('Object.');

const PATCHES: MoreFunctions = { library: 'jsonpatch', signatures: ['escapeKey(string): string'] };

/** What an expression of a policy or webhook may name. */
export const admissionEnvironment = (scope: AdmissionScope): Environment => {
  const { words, hasParams, hasAuthorizer, hasPatchTypes, variables: declared } = scope;
  const variables = new Map<string, CelType>([
    ['object', 'dyn'],
    ['oldObject', 'dyn'],
    ['namespaceObject', namespaceObject.name],
    ['request', request.name],
  ]);
  if (hasParams) variables.set('params', 'dyn');
  if (hasAuthorizer) variables.set('authorizer', 'kubernetes.authorization.Authorizer');
  // The names of types are values too, of which no more is known.
  if (hasPatchTypes === true) variables.set('Object', 'dyn').set('JSONPatch', 'dyn');
  const own = declared?.type();
  if (own !== undefined) variables.set('variables', own.name);
  const objects = [
    ...admissionTypes,
    ...(own === undefined ? [] : [own]),
    ...(hasPatchTypes === true ? [jsonPatch] : []),
  ];
  return {
    variables,
    objects,
    ...(hasPatchTypes === true ? { more: PATCHES } : {}),
    makeable: (name) => {
      if (hasPatchTypes === true && isPatched(name)) return 'any';
      return variables.get(name) === 'dyn' && name !== 'JSONPatch'
        ? 'unknown'
        : objects.find((one) => one.name === name);
    },
    missing: (name) => {
      if (name === 'params') return 'uses "params", which needs "paramKind"';
      if (name === 'authorizer' || name === 'variables') return `uses "${name}", which ${words} doesn't have`;
      return undefined;
    },
    missingField: (type, field) => {
      if (type !== VARIABLES) return undefined;
      const why = declared!.all.has(field) ? 'which is declared only after it' : "which the policy doesn't declare";
      return `uses "variables.${field}", ${why}`;
    },
  };
};
