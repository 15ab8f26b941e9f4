import { isDeviceCel } from './device-cel.js';

const test =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text);

const LONG = String.raw`[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*`;
const PART = '[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?';

const isLong = test(new RegExp(`^(?=.{1,253}$)${LONG}$`));
const isLabelKey = test(new RegExp(`^(?:(?=[^/]{1,253}/)${LONG}/)?${PART}$`));
const isDns1035 = test(/^[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?$/);
const isWildcard = test(new RegExp(`^(?=.{1,253}$)\\*\\.${LONG}$`));

/** Of every resource that a quota can count, those that Kubernetes has names for. */
const QUOTA_RESOURCES: ReadonlySet<string> = new Set(
  (
    'cpu memory ephemeral-storage requests.cpu requests.memory requests.storage requests.ephemeral-storage limits.cpu ' +
    'limits.memory limits.ephemeral-storage pods resourcequotas services replicationcontrollers secrets ' +
    'persistentvolumeclaims configmaps services.nodeports services.loadbalancers'
  ).split(' '),
);
const isQuotaResource = (text: string): boolean =>
  QUOTA_RESOURCES.has(text) || text.startsWith('hugepages-') || text.startsWith('requests.hugepages-');
const isContainerResource = (text: string): boolean =>
  ['cpu', 'memory', 'ephemeral-storage'].includes(text) || text.startsWith('hugepages-');

/** A name with a domain, or one that Kubernetes has itself. */
const isResource =
  (isStandard: (text: string) => boolean) =>
  (text: string): boolean =>
    isLabelKey(text) && (text.includes('/') || isStandard(text));

const isJsonObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value);
  } catch {
    return false;
  }
};
const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString();

const RESERVED: ReadonlySet<string> = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

const isWebhookUrl = (text: string): boolean => {
  try {
    const url = new URL(text);
    const isPlain = url.username === '' && url.password === '' && !/[#?]./.test(text);
    return url.protocol === 'https:' && url.host !== '' && isPlain;
  } catch {
    return false;
  }
};

const isWebhookPath = (text: string): boolean => {
  if (text === '/') return true;
  return text.startsWith('/') && text.slice(1).replace(/\/$/, '').split('/').every(isLong);
};

const isSignerName = (text: string): boolean => {
  const [domain = '', path, ...rest] = text.split('/');
  const isDomain = domain.length <= 253 && domain.includes('.') && domain.split('.').every(isLabel);
  return path !== undefined && rest.length === 0 && isDomain && path.split('.').every(isLong) && text.length <= 571;
};
const isLabel = test(/^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/);

const isGroupVersion = (text: string): boolean => {
  const parts = text.split('/');
  const [group, version] = parts.length === 1 ? ['', parts[0]!] : [parts[0]!, parts[1]!];
  return parts.length <= 2 && (group === '' || isLong(group)) && isDns1035(version);
};

const isNonResourceUrl = (text: string): boolean =>
  text === '/' || (/^\/[^\s*]*(?:\/\*|[^*\s])$/.test(text) && !text.includes('//')) || text === '/*';

/** What Kubernetes checks of texts in kinds that have no pods. */
export const kindFormats: Readonly<Record<string, (text: string) => boolean>> = {
  'k8s-path-segment-name': (text) => text !== '.' && text !== '..' && !/[/%]/.test(text),
  'wildcard-host': (text) => (text.includes('*') ? isWildcard(text) : isLong(text)),
  fqdn: (text) => isLong(text.replace(/\.$/, '')),
  'container-resource': isResource(isContainerResource),
  resource: isResource((text) => text === 'storage' || isQuotaResource(text)),
  'quota-resource': isResource(isQuotaResource),
  'standard-quota-resource': isQuotaResource,
  'csi-driver': (text) => text.length <= 63 && isLong(text.toLowerCase()),
  'label-key-caseless': (text) => isLabelKey(text.toLowerCase()),
  'iscsi-name': test(
    /^(?:iqn.*iqn\.\d{4}-\d{2}\.[A-Za-z0-9-.]+:[^,;*&$|\s]+|iqn\.\d{4}-\d{2}\.[A-Za-z0-9-.]+:[^,;*&$|\s]+|eui.[A-Za-z0-9]{16}|naa.[A-Za-z0-9]{32})$/,
  ),
  'fully-qualified-name': (text) => isLong(text) && text.split('.').length >= 3,
  'dns-1035-label': isDns1035,
  'kind-name': (text) => isDns1035(text.toLowerCase()),
  'group-version': isGroupVersion,
  'webhook-url': isWebhookUrl,
  'webhook-path': isWebhookPath,
  'cel-identifier': (text) => /^[_a-zA-Z]\w*$/.test(text) && !RESERVED.has(text),
  'signer-name': isSignerName,
  'certificate-request': (text) => /-----BEGIN CERTIFICATE REQUEST-----[^-]+-----END/.test(fromBase64(text)),
  'non-resource-url': isNonResourceUrl,
  'json-object': isJsonObject,
  'base64-json-object': (text) => isJsonObject(fromBase64(text)),
  // The server knows what a device has, and so refuses more than this.
  'simple-json-path': (text) => text.startsWith('.'),
  'device-cel': isDeviceCel,
  'attribute-name': test(/\/./),
  'extended-resource': (text) =>
    text.includes('/') &&
    !text.includes('kubernetes.io/') &&
    !text.startsWith('requests.') &&
    isLabelKey(`requests.${text}`),
  semver: test(/^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z-.]+)?(?:\+[0-9A-Za-z-.]+)?$/),
};

/** How to say what a format takes. */
export const kindFormatWords: Readonly<Record<string, string>> = {
  'k8s-path-segment-name': 'text without "/" and "%" that isn\'t "." or ".."',
  'wildcard-host': 'a DNS name, where "*" may only be the first part',
  fqdn: 'a DNS name',
  'csi-driver': 'the name of a CSI driver: letters, digits, "-" and ".", 63 characters at most',
  'label-key-caseless':
    'letters, digits, ".", "_" and "-", 63 characters at most, with or without a DNS name and "/" before it',
  'iscsi-name': 'an iSCSI name that begins with "iqn.", "eui." or "naa."',
  'fully-qualified-name': 'a DNS name of at least three parts, such as pods.guard.example.org',
  'dns-1035-label': 'lowercase letters, digits and "-", 63 characters at most, a letter at the start',
  'kind-name': 'letters, digits and "-", 63 characters at most, a letter at the start',
  'group-version': 'a group and a version, such as example.org/v1',
  'webhook-path': 'a path such as /validate, of lowercase letters, digits, "-" and "."',
  'simple-json-path': 'a path that begins with a dot, such as .spec.replicas',
  'device-cel': 'a CEL expression on "device"',
  'attribute-name': 'a domain and a name, such as gpu.example.org/numa',
  'extended-resource': "a name with a domain that isn't kubernetes.io, such as example.org/gpu",
  semver: 'a version such as 1.2.3',
  'cel-identifier': 'letters, digits and "_", a letter or "_" at the start',
  'signer-name': 'a domain and a name, such as example.org/signer',
  'certificate-request': 'a certificate request as PEM, in base64',
};
