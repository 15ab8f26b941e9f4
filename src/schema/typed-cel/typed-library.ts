import { createRequire } from 'node:module';
import type { Environment as CelEnvironment } from '@marcbachmann/cel-js';
import { registerKubernetesTypes } from '../cel/cel-functions.js';
import type { CelType, ObjectType } from './cel-type.js';
import { lacking, namespaces, opaqueTypes, operators, signatures } from './kubernetes-functions.js';
import { type MakeableType, MESSAGE, registerMessages } from './messages.js';
import { registerTypedMacros } from './typed-macros.js';

/** Functions that are called by the name of their library: `jsonpatch.escapeKey(…)`. */
export interface MoreFunctions {
  readonly library: string;
  /** `escapeKey(string): string` */
  readonly signatures: readonly string[];
}

/** What an expression may name. */
export interface Environment {
  readonly variables: ReadonlyMap<string, CelType>;
  /** The types of objects that variables hold, in an order in which each comes after those of its fields. */
  readonly objects: readonly ObjectType[];
  /** A library in addition to those that every expression has. */
  readonly more?: MoreFunctions;
  /** The types of objects that an expression may write as `Name{…}`. */
  readonly makeable?: MakeableType;
  /** Why a name isn't there, in words that continue `"…rule" …`; undefined where there is no more to say. */
  readonly missing?: (name: string) => string | undefined;
  /** The same of a field of an object. */
  readonly missingField?: (type: CelType, field: string) => string | undefined;
}

/** The library that checks the types of expressions, with all that Kubernetes has. Open one for a run. */
export interface TypedLibrary {
  /** @param made the names of objects that the expression makes */
  environmentOf(environment: Environment, made: ReadonlySet<string>): CelEnvironment;
  isFunction(name: string): boolean;
}

const require = createRequire(import.meta.url);
const nothing = (): undefined => undefined;

/** It is loaded for the first expression. */
export const openTypedLibrary = (): TypedLibrary => {
  let base: CelEnvironment | undefined;
  let names: ReadonlySet<string> | undefined;
  const known = new WeakMap<readonly ObjectType[], { readonly count: number; readonly environment: CelEnvironment }>();
  const opened = (): CelEnvironment => (base ??= newLibrary());

  /** Registering types takes long, and the rules of one schema share them. */
  const withObjects = ({ objects, more, makeable }: Environment): CelEnvironment => {
    const found = known.get(objects);
    if (makeable === undefined && found?.count === objects.length) return found.environment;
    const environment = opened().clone();
    for (const one of objects) registerObject(environment, one);
    if (more !== undefined) {
      environment.registerType('MoreNamespace', class {});
      environment.registerVariable(more.library, 'MoreNamespace');
      for (const signature of more.signatures) environment.registerFunction(`MoreNamespace.${signature}`, nothing);
    }
    registerMessages(environment, makeable ?? nothing);
    if (makeable === undefined) known.set(objects, { count: objects.length, environment });
    return environment;
  };

  return {
    environmentOf: (scope, made) => {
      const environment = withObjects(scope).clone();
      for (const name of made) {
        if (scope.makeable?.(name) === 'any') environment.registerType(name, class {});
      }
      for (const [name, type] of scope.variables) environment.registerVariable(name, type);
      return environment;
    },
    isFunction: (name) => {
      names ??= new Set([
        ...opened()
          .getDefinitions()
          .functions.map((one) => one.name),
        ...[MESSAGE, 'escapeKey', 'encode', 'decode'],
      ]);
      return names.has(name) && (!Object.hasOwn(lacking, name) || name === 'reverse' || name === 'string');
    },
  };
};

const newLibrary = (): CelEnvironment => {
  const cel = require('@marcbachmann/cel-js') as typeof import('@marcbachmann/cel-js');
  const limit = 1_000_000;
  const made = new cel.Environment({
    enableOptionalTypes: true,
    homogeneousAggregateLiterals: false,
    limits: { maxAstNodes: limit, maxListElements: limit, maxMapEntries: limit, maxCallArguments: limit },
  });
  registerKubernetesTypes(made);
  for (const name of ['net.IP', 'net.CIDR', 'kubernetes.URL', 'kubernetes.Quantity']) registerEquality(made, name);
  for (const [name, fields] of Object.entries(opaqueTypes)) registerObject(made, { name, fields });
  for (const [name, type] of Object.entries(namespaces)) {
    made.registerType(type, class {});
    made.registerVariable(name, type);
  }
  for (const signature of signatures) made.registerFunction(signature, nothing);
  for (const operator of operators) made.registerOperator(operator, () => true);
  registerTypedMacros(made);
  return made;
};

const registerObject = (environment: CelEnvironment, { name, fields }: Pick<ObjectType, 'name' | 'fields'>): void => {
  environment.registerType({ name, fields: { ...fields } });
  registerEquality(environment, name);
};

/** The library compares values of its own types only; an object may be compared with one alike, or with nothing. */
const registerEquality = (environment: CelEnvironment, name: string): void => {
  environment.registerOperator(`${name} == ${name}`, () => true);
  environment.registerOperator(`${name} == null`, () => true);
};
