import type { InstanceData } from '../../addon/addon.js';
import { packageProviders } from '../../dependencies/package-providers.js';
import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf, textOf } from '../../json/as-shape.js';
import { type DeclaredUnit, defineDeclaredRule } from '../rule.js';

// A notice, since no real judge has refused a case of it: only the clouds do.
const leftOutCloud = defineDiagnostic({
  code: 'FX878',
  name: 'left-out-cloud',
  severity: 'notice',
  summary:
    'An addon of the package is for AWS, by its name or because it was given no provider, and most others of the cluster are for another cloud; or cert-manager and its issuer are for different clouds. It asks Terraform for inputs of AWS, and its pods get no rights elsewhere.',
  page: {
    example: "certManager() next to acmeIssuer({ provider: 'azure' })",
    right: "certManager({ provider: 'azure' })",
  },
  exceptable: 'addon',
});

type Cloud = 'AWS' | 'Azure' | 'Google Cloud';

/** The clouds of the option `provider`. */
const BY_PROVIDER: Readonly<Record<string, Cloud>> = {
  aws: 'AWS',
  azure: 'Azure',
  'azure-private-dns': 'Azure',
  gcp: 'Google Cloud',
  google: 'Google Cloud',
};

/** Addons of the package that one cloud alone has. */
const BY_NAME: Readonly<Record<string, Cloud>> = {
  'alb-controller': 'AWS',
  'azure-service-operator': 'Azure',
  karpenter: 'AWS',
  'key-vault-store': 'Azure',
  'secret-manager-store': 'Google Cloud',
  'secrets-manager-store': 'AWS',
};

const lookUp = (clouds: Readonly<Record<string, Cloud>>, key: string | undefined): Cloud | undefined =>
  key !== undefined && Object.hasOwn(clouds, key) ? clouds[key] : undefined;

interface Choice {
  readonly name: string;
  readonly cloud: Cloud;
  /** The code says it, by the option or by the addon that it takes. */
  readonly isMeant: boolean;
}

const choiceOf = ({ declared }: DeclaredUnit): readonly Choice[] => {
  const { name, options, givenOptions } = declared.built.instance as unknown as InstanceData;
  if (!Object.hasOwn(packageProviders, name)) return [];
  const byName = lookUp(BY_NAME, name);
  if (byName !== undefined) return [{ name, cloud: byName, isMeant: true }];
  const cloud = lookUp(BY_PROVIDER, textOf(fieldsOf(options)['provider']));
  return cloud === undefined ? [] : [{ name, cloud, isMeant: cloud !== 'AWS' || givenOptions.includes('provider') }];
};

/** cert-manager needs rights only for an issuer's DNS, and Istio needs none. */
const needsCloud = ({ name }: Choice, meant: readonly Choice[]): boolean =>
  name !== 'istio' && (name !== 'cert-manager' || meant.some((one) => one.name === 'acme-issuer'));

/** What runs nowhere else: of other clouds, DNS and secrets are read from anywhere. */
const ON_EKS_ALONE: readonly string[] = ['alb-controller', 'karpenter'];

/** The cloud that most of the code's choices name; undefined where two have as many. */
const mostNamed = (meant: readonly Choice[]): Cloud | undefined => {
  const counts = [...new Set(meant.map(({ cloud }) => cloud))]
    .map((cloud) => ({ cloud, times: meant.filter((one) => one.cloud === cloud).length }))
    .sort((a, b) => b.times - a.times);
  const [first, second] = counts;
  return first !== undefined && first.times > (second?.times ?? 0) ? first.cloud : undefined;
};

/** Where the code names one cloud most, and not AWS, an addon that is for AWS without being asked to was forgotten. */
export const leftOutCloudRule = defineDeclaredRule([leftOutCloud], ({ units }, report) => {
  const choices = units.flatMap(choiceOf);
  const meant = choices.filter(({ isMeant }) => isMeant);
  const [manager, issuer] = ['cert-manager', 'acme-issuer'].map((name) => meant.find((one) => one.name === name));
  if (manager !== undefined && issuer !== undefined && manager.cloud !== issuer.cloud)
    report(
      diagnose(leftOutCloud, {
        message: `addon "cert-manager" is for ${manager.cloud}, and "acme-issuer", whose records its pods write, for ${issuer.cloud}`,
        at: { addon: 'cert-manager', path: 'provider' },
        fix: 'give both the same provider',
      }),
    );
  const cloud = mostNamed(meant);
  if (cloud === undefined || cloud === 'AWS') return;
  const others = meant.flatMap((one) => (one.cloud === cloud ? [`"${one.name}"`] : [])).sort();
  const shown = others.length > 3 ? [...others.slice(0, 2), `${others.length - 2} more`] : others;
  const areThere = `${listed(shown)} ${others.length === 1 ? 'is' : 'are'} for ${cloud}`;
  for (const { name } of meant.filter((one) => ON_EKS_ALONE.includes(one.name)))
    report(
      diagnose(leftOutCloud, {
        message: `addon "${name}" runs on EKS alone, and ${areThere}`,
        at: { addon: name },
        fix: 'take it out; or, if the cluster is on EKS, give the others its provider',
      }),
    );
  for (const { name } of choices.filter((one) => !one.isMeant && needsCloud(one, meant))) {
    const provider = cloud === 'Azure' ? 'azure' : name === 'external-dns' ? 'google' : 'gcp';
    report(
      diagnose(leftOutCloud, {
        message: `addon "${name}" is for AWS, since it has no provider, and ${areThere}`,
        at: { addon: name, path: 'provider' },
        fix: `give provider: '${provider}', or provider: 'aws' if AWS is intended`,
      }),
    );
  }
});

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
