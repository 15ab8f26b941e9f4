import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf, listOf, objectsOf } from '../../json/as-shape.js';
import { isGoDuration } from '../../schema/formats.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { nanosecondsOf } from '../languages/go-duration.js';
import { defineRule, placeIn, type StateIndex, type StateObject, specOf, unitTitle } from '../rule.js';

const certificateTimes = defineDiagnostic({
  code: 'FX683',
  name: 'certificate-times',
  severity: 'error',
  summary: "The webhook of cert-manager refuses a Certificate's duration or renewal.",
  page: {
    example: "a Certificate with duration: '24h' and renewBefore: '48h'",
    flux: 'certificate duration 24h0m0s must be greater than renewBefore 48h0m0s',
    right: 'set renewBefore to about a third of the duration',
  },
  exceptable: true,
});

const certificateSecret = defineDiagnostic({
  code: 'FX684',
  name: 'certificate-secret',
  severity: 'error',
  summary: 'Two Certificates write the same Secret: cert-manager issues only one of them.',
  page: {
    example: 'Certificates "web" and "api" in one namespace, both with secretName: web-tls',
    flux: 'the second Certificate never becomes ready, and what reads the Secret serves names that are not its own',
    right: 'use a Secret for each; or one Certificate with all dnsNames',
  },
  exceptable: true,
});

const wildcardSolver = defineDiagnostic({
  code: 'FX685',
  name: 'wildcard-solver',
  severity: 'error',
  summary: 'A Certificate for a wildcard name, of an issuer that has no DNS-01 solver.',
  page: {
    example: 'a Certificate for *.example.com, whose ClusterIssuer has http01 solvers only',
    flux: 'the Order fails: no configured challenge solvers can be used for this challenge',
    right: 'add a dns01 solver to the issuer; or use one Certificate with each name',
  },
  exceptable: true,
});

const certificateOfAuthority = defineDiagnostic({
  code: 'FX686',
  name: 'certificate-of-authority',
  severity: 'error',
  summary: "An Issuer signs with the Secret of a Certificate that isn't a CA, so it issues nothing.",
  page: {
    example: 'Certificate "root" without isCA: true, and an Issuer with ca: { secretName: "root" }',
    flux: 'Error getting keypair for CA issuer: certificate is not a CA',
    right: 'set isCA: true in the Certificate',
  },
  exceptable: true,
});

/** cert-manager's durations in nanoseconds. */
const SECOND = 1e9;
const DEFAULT_DURATION = 90 * 24 * 3600 * SECOND;
const LEAST_DURATION = 3600 * SECOND;
const LEAST_RENEWAL = 300 * SECOND;

/** The webhook and controllers of cert-manager 1.18 accept a Certificate. */
export const certificateRule = defineRule(
  [certificateTimes, certificateSecret, wildcardSolver, certificateOfAuthority],
  (_, report, { index }) => {
    const owners = new Map<string, StateObject>();
    const signers = signersOf(index);
    for (const object of index.byKind.get('cert-manager.io/Certificate') ?? []) {
      const at = (path: string) => placeIn(object, `spec.${path}`);
      const fault = timesFault(specOf(object));
      if (fault !== undefined) {
        const { path, ...rest } = fault;
        report(diagnose(certificateTimes, { ...rest, message: `${object.title}: ${rest.message}`, at: at(path) }));
      }
      const { secretName } = specOf(object);
      if (typeof secretName === 'string' && !holdsExpression(`${secretName} ${object.namespace}`)) {
        const identity = `${object.namespace}/${secretName}`;
        const other = owners.get(identity);
        if (other === undefined) owners.set(identity, object);
        else if (other.name !== object.name) {
          report(
            diagnose(certificateSecret, {
              message: `${object.title} and ${other.title} of ${unitTitle(other)} both write the Secret "${secretName}" in namespace "${object.namespace}"`,
              at: at('secretName'),
              notes: [
                'cert-manager issues the one that owns the Secret already, or the older one, and never the other',
              ],
              fix: `give it a Secret of its own: secretName: '${object.name === secretName ? `${secretName}-2` : object.name}'; or put the names of both into one Certificate`,
            }),
          );
        }
      }
      const signer = signers.get(`${object.namespace}/${String(secretName)}`);
      if (signer !== undefined && !isOpenOrTrue(specOf(object)['isCA']) && isByItself(object, index)) {
        report(
          diagnose(certificateOfAuthority, {
            message: `${signer.title} signs with the Secret "${String(secretName)}" of ${object.title}, which has no isCA: true`,
            at: at('isCA'),
            notes: ['cert-manager refuses to sign with it, also where it was an authority before'],
            fix: 'set isCA: true',
          }),
        );
      }
      const wildcard = wildcardOf(object);
      const issuer = wildcard === undefined ? undefined : issuerOf(object, index);
      if (issuer === undefined || !solvesByHttpOnly(issuer)) continue;
      report(
        diagnose(wildcardSolver, {
          message: `${object.title} is for "${wildcard}", and its ${issuer.title} has http01 solvers only`,
          at: at('dnsNames'),
          notes: ['an ACME server proves the control of a wildcard name by DNS alone'],
          fix: `add a dns01 solver to ${issuer.title} in ${unitTitle(issuer)}, or list each name without "*"`,
        }),
      );
    }
  },
);

/** The default namespace in which cert-manager looks for the Secrets of ClusterIssuers. */
const OF_CLUSTER = 'cert-manager';

/** Whether a value is true, or may become true through a var. */
const isOpenOrTrue = (value: unknown): boolean => value === true || typeof value === 'string';

/** The issuers that sign with a Secret, by its namespace and name. */
const signersOf = ({ byKind }: StateIndex): ReadonlyMap<string, StateObject> =>
  new Map(
    ['Issuer', 'ClusterIssuer'].flatMap((kind) =>
      (byKind.get(`cert-manager.io/${kind}`) ?? []).map((one) => [
        `${kind === 'Issuer' ? one.namespace : OF_CLUSTER}/${String(fieldsOf(specOf(one)['ca'])['secretName'])}`,
        one,
      ]),
    ),
  );

/** Whether cert-manager itself signs it. A certificate that others sign may be a CA anyway. */
const isByItself = (object: StateObject, index: StateIndex): boolean => {
  const issuer = issuerOf(object, index);
  return issuer !== undefined && ['ca', 'selfSigned'].some((key) => key in specOf(issuer));
};

/** The duration of a field; `undefined` if it isn't known before Flux substitutes, or if another rule rejects it. */
const lengthOf = (value: unknown): number | undefined =>
  typeof value === 'string' && isGoDuration(value) ? nanosecondsOf(value) : undefined;

const timesFault = ({
  duration = undefined,
  renewBefore = undefined,
  renewBeforePercentage = undefined,
}: Readonly<Record<string, unknown>>):
  | { readonly path: string; readonly message: string; readonly fix: string }
  | undefined => {
  const length = (duration ?? undefined) === undefined ? DEFAULT_DURATION : lengthOf(duration);
  const before = lengthOf(renewBefore);
  if (length !== undefined && length < LEAST_DURATION) {
    return { path: 'duration', message: 'its duration is less than an hour', fix: "set duration to '1h' or more" };
  }
  if (typeof renewBefore === 'string' && typeof renewBeforePercentage === 'number') {
    return {
      path: 'renewBefore',
      message: 'it has both renewBefore and renewBeforePercentage',
      fix: 'remove one of them',
    };
  }
  if (before !== undefined && before < LEAST_RENEWAL) {
    return {
      path: 'renewBefore',
      message: 'its renewBefore is less than five minutes',
      fix: "set renewBefore to '5m' or more",
    };
  }
  if (before === undefined || length === undefined || before < length) return undefined;
  return {
    path: 'renewBefore',
    message: `it is to be renewed ${String(renewBefore)} before its end, and lasts ${typeof duration === 'string' ? duration : '2160h, by default'}`,
    fix: 'set a renewBefore that is less than the duration',
  };
};

const wildcardOf = (object: StateObject): string | undefined => {
  const { dnsNames, commonName } = specOf(object);
  return [...listOf(dnsNames), commonName].find(
    (name): name is string => typeof name === 'string' && name.startsWith('*.'),
  );
};

/** The issuer, if the tree has it. */
const issuerOf = (object: StateObject, { byKind }: StateIndex): StateObject | undefined => {
  const { name, kind = 'Issuer', group = 'cert-manager.io' } = fieldsOf(specOf(object)['issuerRef']);
  if (group !== 'cert-manager.io') return undefined;
  return (byKind.get(`cert-manager.io/${String(kind)}`) ?? []).find(
    (one) => one.name === name && (kind === 'ClusterIssuer' || one.namespace === object.namespace),
  );
};

const solvesByHttpOnly = (issuer: StateObject): boolean => {
  const all = listOf(fieldsOf(specOf(issuer)['acme'])['solvers']);
  const solvers = objectsOf(all);
  return (
    all.length > 0 && solvers.length === all.length && solvers.every((one) => 'http01' in one && !('dns01' in one))
  );
};
