/** What ends the name of a setting whose value is a secret, in words. */
const ENDS: readonly string[] = [
  'passwords',
  'pwd',
  'pw',
  'psk',
  'authtok',
  'pass',
  'requirepass',
  'masterauth',
  'htpasswd',
  'credential',
  'credentials',
  'authorization',
  'dsn',
  'api key',
  'app key',
  'auth key',
  'access key',
  'account key',
  'encryption key',
  'hmac key',
  'license key',
  'master key',
  'private key',
  'preshared key',
  'root key',
  'secret key',
  'shared key',
  'signing key',
  'storage key',
  'connection string',
  'webhook url',
];

/** Before `secret`: it is the name of one. */
const NAMES_SECRET: ReadonlySet<string> = new Set(
  'config existing tls ssl ca cert certificate pull image registry auth external default use create mount kubernetes k8s'.split(
    ' ',
  ),
);

const ONE = new Set(ENDS.filter((end) => !end.includes(' ')));
const TWO = new Set(ENDS.filter((end) => end.includes(' ')));
/** `PGPASSWORD`, `oauthtoken`. */
const SUFFIX =
  /^(.*)(?:password|passwd|passphrase|token|secret|(?:bind|root)pw|(?:api|access|secret|private|preshared)key)$/;

const ENDING =
  'pass(?:words?|wd|phrase)?|pwd?|psk|auth(?:tok)?|token|key|secret|credentials?|authorization|dsn|connection_?string|webhook_?url';
/** The names that may be one, for regular expressions. */
export const MAY_BE_SECRET_KEY = String.raw`[\w.-]*?(?:${ENDING})(?![\w.-])`;
const MAY_BE = new RegExp(`(?:${ENDING})$`, 'i');

/** Whether a setting of this name has a secret for a value: `adminPassword`, `DB_TOKEN`; not `passwordFile`, `existingSecret`. */
export const isSecretKey = (name: string): boolean => {
  if (!MAY_BE.test(name)) return false;
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
  const [last = '', before = ''] = [words.at(-1), words.at(-2)];
  const start = SUFFIX.exec(last)?.[1];
  if (words.includes('existing') || (last.endsWith('secret') && NAMES_SECRET.has(start || before))) return false;
  return start !== undefined || ONE.has(last) || TWO.has(`${before} ${last}`);
};
