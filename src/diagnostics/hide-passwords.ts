import { hideSignatures } from './signed-urls.js';
import { hideWebhookSecrets } from './webhook-secrets.js';

/** A URL up to the `@` that ends its user and password. */
const USER_INFO = /((?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/[^\s/@:"'`]*?)(?::|%3a)([^\s/"'`]+)@/gi;
/** The same of a URL that lacks its scheme. The digest of an image comes after an `@`, too, and has no dots. */
const BARE_USER_INFO = /((?<![\w.+:/@-])[\w.+-]+):([^\s/:@"'`]+)@(?=[\w-]+(?:\.[\w-]+)+[/:])/g;

/** A token as a parameter of a URL. */
const TOKEN_IN_QUERY = /([?&](?:access|auth|oauth|private)_token=)(?!…|\$\{)([^\s&#"'`]{6,})/gi;

const TOKENS: readonly (readonly [service: string, form: string])[] = [
  ['GitHub', String.raw`gh[pousr]_\w{20,}|github_pat_\w{20,}`],
  ['GitLab', String.raw`glpat-[\w.-]{20,}`],
];

/** Tokens that stand alone in the place of a user, in the forms of GitHub and GitLab. */
const TOKEN_AS_USER = new RegExp(String.raw`(:\/\/)(?:${TOKENS.map(([, form]) => form).join('|')})(?=[:@])`, 'g');

export const hasTokenAsUser = (url: string): boolean => url.search(TOKEN_AS_USER) >= 0;

/** The service of a token by its form: `GitHub`. */
export const serviceOfToken = (text: string): string | undefined =>
  TOKENS.find(([, form]) => new RegExp(`(?:^|[/:])(?:${form})(?:$|[:@])`).test(text))?.[0];

/** Whether a URL has a token in its query: `?access_token=…`. */
export const hasTokenInQuery = (url: string): boolean => url.search(TOKEN_IN_QUERY) >= 0;

/** A text without the passwords, tokens and signatures of its URLs; what stands for one (`${PASSWORD}`) stays. */
export const hidePasswords = (text: string): string =>
  hideSignatures(hideWebhookSecrets(hideUserInfo(text))).replace(TOKEN_IN_QUERY, '$1…');

const hideUserInfo = (text: string): string => {
  if (!text.includes('@')) return text;
  const hide = (all: string, user: string, password: string) => (password.includes('${') ? all : `${user}:…@`);
  return text.replace(USER_INFO, hide).replace(TOKEN_AS_USER, '$1…').replace(BARE_USER_INFO, hide);
};
