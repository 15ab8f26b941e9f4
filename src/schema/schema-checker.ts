import { isObject } from '../json/is-object.js';
import { type JsonPath, startsWith } from '../json/json-path.js';
import { admissionFaults } from './admission/admission-faults.js';
import { anywhereInSchema } from './anywhere-in-schema.js';
import { openCel } from './cel/cel-library.js';
import { openRules } from './cel/cel-rules.js';
import { checkRules, type RuleOptions } from './cel/check-rules.js';
import { checkTransitions } from './cel/check-transitions.js';
import { hasTransitionRule, openTransitionRules } from './cel/transition-rules.js';
import { crdFaults } from './crd/crd-faults.js';
import { openDefaults } from './defaults.js';
import { apiServer } from './dialect.js';
import { checkNativeRules } from './native/check-native-rules.js';
import { NATIVE_RULES, openNativeRules } from './native/native-rules.js';
import { type KindSchemas, openPackageSchemas, type PackageSchemas } from './package-schemas.js';
import { openPatterns, type Patterns } from './patterns.js';
import type { StructuralSchema } from './read-crd.js';
import { openTypedLibrary } from './typed-cel/typed-library.js';
import type { Difference, SameText } from './update/differences.js';
import { validate } from './validate.js';
import { isAboutForm, isBlocking, type Violation } from './violation.js';

export interface CheckObjectOptions {
  /** Values of which nothing is known but their type. */
  readonly open?: readonly JsonPath[];
  readonly onFault?: RuleOptions['onFault'];
  /**
   * The release of Kubernetes that has the fields of its own kinds, and compiles the expressions of CRDs and policies.
   * @default - the newest that is known
   */
  readonly kubernetes?: string | undefined;
}

/** Checks values by schemas. It keeps the patterns and CEL rules that it compiled, so open one for a run. */
export interface SchemaChecker {
  /** The schemas that the package has. */
  readonly known: PackageSchemas;
  readonly patterns: Patterns;
  /**
   * What the API server would refuse of an object, in the order in which it looks: defaults, schema, and, where nothing
   * is in their way, CEL rules.
   *
   * @param version of the object's apiVersion; one of `kind.versions`
   */
  checkObject(kind: KindSchemas, version: string, object: unknown, options?: CheckObjectOptions): readonly Violation[];
  /** An object with the defaults of its kind's schema. */
  fillDefaults(kind: KindSchemas, version: string, object: unknown): unknown;
  /**
   * What the API server would refuse of an update by the transition rules of a kind's schema.
   *
   * @param version of both objects
   * @param sameText compares texts as they arrive in the cluster
   */
  checkUpdate(
    kind: KindSchemas,
    version: string,
    from: unknown,
    to: unknown,
    sameText: SameText,
  ): readonly Difference[];
}

export const openSchemaChecker = (): SchemaChecker => {
  const patterns = openPatterns();
  const withDefaults = openDefaults();
  const cel = openCel(patterns);
  const rulesOf = openRules(cel);
  const hasRules = anywhereInSchema((schema) => Array.isArray(schema['x-kubernetes-validations']));
  const transitionsOf = openTransitionRules(cel);
  const hasTransitions = anywhereInSchema(hasTransitionRule);
  const nativeRulesOf = openNativeRules();
  const hasNativeRules = anywhereInSchema((schema) => Array.isArray(schema[NATIVE_RULES]));
  const schemaJudge = {
    library: openTypedLibrary(),
    isPattern: (pattern: string) => patterns.go(pattern) !== undefined,
    // Nothing fills the defaults of fields into a default.
    takes: (schema: StructuralSchema, value: unknown) => {
      const around = { type: 'object', properties: { default: schema } };
      const faults = validate(around, { default: value }, { dialect: apiServer, matcherOf: patterns.go });
      // Nor does anything look whether the items of a list are different ones.
      if (faults.some(({ kind }) => kind !== 'duplicate-item')) return false;
      let isTaken = true;
      const options = {
        rulesOf,
        hasRules,
        duration: cel.duration,
        isOpen: () => false,
        vetted: false,
        onFault: () => {},
      };
      if (hasRules(schema)) checkRules(schema, value, options, () => (isTaken = false));
      return isTaken;
    },
  };
  return {
    known: openPackageSchemas(),
    patterns,
    checkObject: (kind, version, object, { open = [], onFault = () => {}, kubernetes } = {}) => {
      const schema = kind.versions[version]!;
      const value = withDefaults(schema, object);
      const matcherOf = kind.vetted ? patterns.vetted : patterns.go;
      const all = validate(schema, value, { dialect: apiServer, own: kind.own, kubernetes, matcherOf });
      // Of a text that is known only in the cluster, its type is all that can be judged.
      const isOpen = (path: JsonPath) => open.some((one) => startsWith(one, path));
      const violations = all.filter((violation) => !isAboutForm(violation) || !isOpen(violation.path));
      if (kind.own && hasNativeRules(schema)) {
        checkNativeRules(schema, value, { rulesOf: nativeRulesOf, hasRules: hasNativeRules, open }, (violation) =>
          violations.push(violation),
        );
      }
      if (kind.own && isCrd(value)) {
        for (const fault of crdFaults(value, { ...schemaJudge, kubernetes })) {
          if (!isOpen(fault.path)) violations.push({ kind: 'native-rule', ...fault });
        }
      }
      if (kind.own && isAdmission(value)) {
        for (const fault of admissionFaults(value, { ...schemaJudge, isOpen, kubernetes })) {
          violations.push({ kind: 'native-rule', ...fault });
        }
      }
      if (!hasRules(schema) || violations.some(isBlocking)) return violations;
      const { vetted, asts } = kind;
      const { duration } = cel;
      checkRules(schema, value, { rulesOf, hasRules, duration, isOpen, vetted, asts, onFault }, (violation) =>
        violations.push(violation),
      );
      return violations;
    },
    fillDefaults: (kind, version, object) => withDefaults(kind.versions[version]!, object),
    checkUpdate: (kind, version, from, to, sameText) => {
      const schema = Object.hasOwn(kind.versions, version) ? kind.versions[version]! : {};
      if (!hasTransitions(schema)) return [];
      return checkTransitions(schema, withDefaults(schema, from), withDefaults(schema, to), {
        rulesOf: transitionsOf,
        hasRules: hasTransitions,
        vetted: kind.vetted,
        duration: cel.duration,
        sameText,
      });
    },
  };
};

const isCrd = (value: unknown): boolean => isObject(value) && value['kind'] === 'CustomResourceDefinition';

const isAdmission = (value: unknown): boolean =>
  isObject(value) &&
  typeof value['apiVersion'] === 'string' &&
  value['apiVersion'].startsWith('admissionregistration.k8s.io/');
