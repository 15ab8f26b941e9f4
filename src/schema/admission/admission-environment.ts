import { type CelType, dyn, listType, mapType, objectType, openObjectType } from '../typed-cel/cel-type.js';
import type { Environment } from '../typed-cel/check-types.js';
import { authorizer, ESCAPE_KEY, resourceCheck } from '../typed-cel/signatures.js';
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
  readonly type: CelType;
  /** Declares a variable for the expressions that follow. */
  declare(name: string, type: CelType): void;
  /** Says that the type of a variable isn't known, as if it were declared. */
  leaveOpen(name: string): void;
  /** Whether an expression reads a variable whose type isn't known. */
  isOpen(text: string): boolean;
  /** The names of all variables of the policy. */
  readonly all: ReadonlySet<string>;
}

export const openPolicyVariables = (all: ReadonlySet<string>): PolicyVariables => {
  const fields = new Map<string, CelType>();
  const open = new Set<string>();
  return {
    type: objectType('kubernetes.variables', 'variables', fields),
    declare: (name, type) => void fields.set(name, variableType(type)),
    leaveOpen: (name) => {
      fields.set(name, dyn);
      open.add(name);
    },
    isOpen: (text) => [...text.matchAll(/\bvariables\s*\.\s*\??\s*(\w+)/g)].some(([, name]) => open.has(name!)),
    all,
  };
};

const KEPT: ReadonlySet<string> = new Set('bool bytes double duration int null_type string timestamp uint'.split(' '));

/** Of the type of a variable, what expressions see: of objects and optional values, nothing. */
const variableType = (type: CelType): CelType => {
  const [first, second] = type.parameters;
  if (type.kind === 'list') return listType(variableType(first!));
  if (type.kind === 'map') return mapType(variableType(first!), variableType(second!));
  return type.kind === 'scalar' && KEPT.has(type.name) ? type : dyn;
};

const isPatched = (name: string): boolean => name === 'Object' || name.startsWith('Object.');

/** What an expression of a policy or webhook may name. */
export const admissionEnvironment = (scope: AdmissionScope): Environment => {
  const { words, hasParams, hasAuthorizer, hasPatchTypes, variables: declared } = scope;
  const variables = new Map<string, CelType>([
    ['object', dyn],
    ['oldObject', dyn],
    ['namespaceObject', namespaceObject],
    ['request', request],
  ]);
  if (hasParams) variables.set('params', dyn);
  if (hasAuthorizer) variables.set('authorizer', authorizer).set('authorizer.requestResource', resourceCheck);
  if (declared !== undefined) variables.set('variables', declared.type);
  return {
    variables,
    ...(hasPatchTypes === true ? { functions: new Map([[ESCAPE_KEY.name, [ESCAPE_KEY]]]) } : {}),
    objectOf: (name) => {
      if (hasPatchTypes === true && isPatched(name)) return openObjectType(name);
      if (hasPatchTypes === true && name === 'JSONPatch') return jsonPatch;
      return name === declared?.type.name ? declared.type : admissionTypes.get(name);
    },
    missing: (name) => {
      if (name === 'params') return 'uses "params", which needs "paramKind"';
      if (name === 'authorizer' || name === 'variables') return `uses "${name}", which ${words} doesn't have`;
      return undefined;
    },
    missingField: ({ name }, field) => {
      if (name !== declared?.type.name) return undefined;
      const why = declared.all.has(field) ? 'which is declared only after it' : "which the policy doesn't declare";
      return `uses "variables.${field}", ${why}`;
    },
  };
};
