import { hideSignatures } from './signed-urls.js';
import { hideWebhookSecrets } from './webhook-secrets.js';

/** A URL up to the `@` that ends its user and password. */
const USER_INFO = /((?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/[^\s/@:"'`]*):([^\s/"'`]+)@/gi;

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

/** A text without the passwords, tokens and signatures of its URLs; what stands for one (`${PASSWORD}`) stays. */
export const hidePasswords = (text: string): string => hideSignatures(hideWebhookSecrets(hideUserInfo(text)));

const hideUserInfo = (text: string): string =>
  text.includes('@') && text.includes('://')
    ? text
        .replace(USER_INFO, (all, user: string, password: string) => (password.includes('${') ? all : `${user}:…@`))
        .replace(TOKEN_AS_USER, '$1…')
    : text;
