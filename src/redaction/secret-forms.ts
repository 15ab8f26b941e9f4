import { SIGNATURE_NAMES } from '../diagnostics/signed-urls.js';

/** What `.pgpass` has between its colons: a word, `*`, an escaped colon, or what stands for a value. */
const PART = String.raw`(?:\*|\$\{[^}\n]*\}|\$\(\w+\)|\{\{[^}\n]*\}\}|(?:[\w.@$-]|\\[:\\])+)`;

/** Secrets that are known by their form: what comes before one, and the secret. */
export const SECRET_FORMS: readonly RegExp[] = [
  /((?:authorization|proxy-authorization)["']?\s*[:=,]\s*["']?(?:bearer|basic|token|digest|apikey|negotiate|ntlm|hawk)\s+)([^\s"',;]+)/gi,
  /(\bbearer\s+)([\w.~+/-]{16,}={0,2})/gi,
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-authentication-methods.html
  /(\bAWS4-HMAC-SHA256\b[^\n]{0,2000}?\bSignature=)(\w+)/g,
  /()(-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]{0,9000}?-----END [A-Z ]*PRIVATE KEY-----)/g,
  /((?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/[^\s/@:"'`]*:)([^\s/"'`@]+)(?=@)/gi,
  // As Go's driver of MySQL has it.
  /((?<![\w.-])[\w.-]+:)([^\s:@/"']+)(?=@(?:tcp|unix)\()/g,
  /(\s(?:-u|--user)[ =]["']?[\w.-]+:)(?!\d+(?!\S))([^\s"']+)/g,
  // After a user, `-p` is no port and no folder.
  /((?:(?<!\S)(?:-u|--user(?:name)?)(?:[ \t]+|=)[^\s-]\S*|\bsshpass)[ \t]+-p[ \t]*)((?![\d.:]+(?:\/\w+)?(?!\S))[^\s"'-][^\s"']*)/g,
  /(hooks\.slack(?:-gov)?\.com\/services\/T\w+\/B\w+\/)(\w+)/g,
  // A password of MySQL's programs follows its flag at once.
  /((?<![\w-])mysql(?:dump|admin)?\s(?:[^\n]*?\s)?-p)(?!["']?\$)([^\s"'-][^\s"']*)/g,
  // https://docs.docker.com/reference/cli/docker/login/#credential-stores
  /("auths"\s*:[\s\S]{0,500}?"auth"\s*:\s*")([\w+/=]{6,})/g,
  // https://learn.microsoft.com/rest/api/storageservices/create-service-sas, and URLs that are signed like it
  new RegExp(String.raw`((?:[?&;]|\\u0026)(?:${SIGNATURE_NAMES}|hmac)=)([\w%+/~.-]{6,}={0,2})`, 'gi'),
  // The key of an Azure function.
  /((?:[?&]|\\u0026)code=)([\w%+/-]{40,}={0,2})/g,
  // https://www.postgresql.org/docs/current/libpq-pgpass.html: host:port:database:user:password
  new RegExp(
    String.raw`((?<![^\s"'=])${PART}:(?:\*|\d{2,5}|\$\{[^}\n]*\}):(?!\d+:)${PART}:(?!\d+:)${PART}:)((?!\*)(?:\{\{[^}\n]*\}\}|\$\{[^}\n]*\}|[^\s"':\\]|\\[:\\])+)(?=["'\s\\]|$)`,
    'g',
  ),
  // https://www.gnu.org/software/inetutils/manual/html_node/The-_002enetrc-file.html
  /(\b(?:machine\s+[\w.:-]+|default)\s+login\s+\S+\s+password\s+)(\S+)/g,
  /(\bmachine\s+[\w.:-]+\s+(?:account\s+\S+\s+)?password\s+)(\S+)/g,
  // https://kubernetes.io/docs/reference/kubectl/generated/kubectl_create/kubectl_create_secret_generic/
  /(--from-literal[= ]["']?[\w.-]+=["']?)([^\s"']+)/g,
  // https://www.openssl.org/docs/manmaster/man1/openssl-passphrase-options.html
  /(\s-pass(?:in|out)?\s+pass:)([^\s"']+)/g,
  // https://redis.io/docs/latest/operate/oss_and_stack/management/security/acl/
  /((?<![\w-])user\s+\S+\s(?:[^\n]{0,500}?\s)?>)([^\s"']+)/g,
  // https://www.pgbouncer.org/config.html#authentication-file-format
  /(^[ \t]*"[^"\n]+"[ \t]+")(md5[\da-f]{32}|SCRAM-SHA-256\$[^"\n]+)(?=")/gm,
  // https://docs.haproxy.org/3.2/configuration.html
  /(\binsecure-password\s+|\bstats\s+auth\s+[^\s:]+:)(\S+)/g,
  // https://www.openldap.org/doc/admin26/slapdconfig.html
  /((?<![\w-])(?:bindpw|rootpw|olcRootPW)[ \t]+)(\S+)/gi,
  // https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_set_header, and the same of Apache.
  /(\b(?:proxy_set_header|add_header|header\s+(?:set|add|append))\s+["']?(?:authorization|x-[\w-]*(?:key|token|secret|auth))["']?\s+["']?(?:(?:bearer|basic|token)\s+)?)([^\s"';$]+)/gi,
  // https://developers.mattermost.com/integrate/webhooks/incoming/ and https://docs.rocket.chat/docs/integrations
  /(\/hooks\/)([a-z\d]{26}(?![\w-])|[A-Za-z\d]{17,24}\/[A-Za-z\d]{40,})/g,
  // Lines of an htpasswd file.
  /(^|[\s:"'])(\$(?:2[aby]|apr1|1|5|6|argon2\w*)\$[^\s"',]+)/g,
  /(:)(\{S?SHA\}[\w+/]{20,}={0,2})/g,
  /(\bIDENTIFIED\s+(?:WITH\s+\w+\s+)?BY\s+|\bPASSWORD\s+)('[^']*')/gi,
  // https://core.telegram.org/bots/api#authorizing-your-bot
  /((?:(?<![\w-])|(?<=\/bot))\d{8,10}:)(AA[\w-]{33})(?![\w-])/g,
  /()\b(gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w.-]{20,}|xox[abeprs]-[\w-]{10,}|xapp-[\w-]{10,}|[rs]k_live_\w{10,}|hv[sb]\.[\w-]{20,}|AIza[\w-]{35}|dckr_pat_[\w-]{20,}|npm_\w{30,}|SG\.[\w-]{16,}\.[\w-]{16,}|AGE-SECRET-KEY-1[A-Z0-9]{20,}|eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,})/g,
];

/** What each of the forms has in it that the names of settings don't. */
const MAY_HAVE_FORM =
  /begin|identified|mysql|auths|AIza|gh[pousr]_|glpat|xox|xapp|slack|_live_|hv[sb]\.|dckr|npm_|SG\.|AGE-|eyJ|sig|hmac|code=|cookie|SHA\}|LS0tLS1CRUdJTi|\w:AA|:[\d*]+:|from-literal|user\s|SCRAM-|md5|stats\s+auth|pw\b|psk|\/hooks\/|curl\s/i;

/** Whether a text may have a secret of one of these forms; most texts are seen to have none by this alone. */
export const mayHaveForm = (text: string): boolean => MAY_HAVE_FORM.test(text);

/** Whether a text has a secret of one of these forms. */
export const hasSecretForm = (text: string): boolean =>
  mayHaveForm(text) && SECRET_FORMS.some((form) => text.search(form) >= 0);

/** A header with cookies: as HTTP has it, or as nginx and Apache set it. */
const COOKIES =
  /(?:(?<![\w-])|(?<=\s--))((?:set-)?cookie["']?(?:[ \t]*[:,=][ \t]*["']?|[ \t]+["']))(?=[\w!#$%&*+.^|~-]+=)([^\r\n"']+)/gi;
/** Without an `=`, it is the name of a file. https://curl.se/docs/manpage.html#-b */
const CURL_COOKIES = /(\bcurl\s(?:[^\n]{0,500}?\s)?(?:--cookie|-b)[ \t=]*)("[^"\n]*"|'[^'\n]*'|[^\s"']+)/g;

/** A text without the values of cookies. @param hide gives what stands for one */
export const hideCookies = (text: string, hide: (value: string) => string): string => {
  const plain = /cookie/i.test(text)
    ? text.replace(
        COOKIES,
        (_, before: string, pairs: string) => before + (/^set-/i.test(before) ? hideFirst : hideEach)(pairs, hide),
      )
    : text;
  return plain.includes('curl')
    ? plain.replace(CURL_COOKIES, (_, before: string, pairs: string) => before + hideEach(pairs, hide))
    : plain;
};

/** The value of a header that carries cookies. */
export const hideInHeader = (name: string, value: string, hide: (value: string) => string): string => {
  if (/^set-cookie$/i.test(name)) return hideFirst(value, hide);
  return /^cookie$/i.test(name) ? hideEach(value, hide) : value;
};

/** After the first, `Set-Cookie` has attributes: https://www.rfc-editor.org/rfc/rfc6265#section-4.1 */
const hideFirst = (pairs: string, hide: (value: string) => string): string =>
  pairs.replace(
    /^([^=;\s]+=)(\(secret [\da-f]{24}\)|[^;\s]+)/,
    (_, before: string, value: string) => before + hide(value),
  );

const hideEach = (pairs: string, hide: (value: string) => string): string =>
  pairs.replace(
    /([^=;\s]+=)(\(secret [\da-f]{24}\)|[^;\s"']+)/g,
    (_, before: string, value: string) => before + hide(value),
  );

/** A file in base64 that starts as PEM does, inside of another text: the key of a kubeconfig. */
const ENCODED_PEM = /(?<![\w+/])LS0tLS1CRUdJTi[\w+/]{40,}={0,2}/g;

/** A text without private keys in base64. @param hide gives what stands for one */
export const hideEncodedKeys = (text: string, hide: (value: string) => string): string =>
  text.includes('LS0tLS1CRUdJTi')
    ? text.replace(ENCODED_PEM, (all) =>
        /^-----BEGIN [A-Z ]*PRIVATE KEY/.test(Buffer.from(all, 'base64').toString('latin1')) ? hide(all) : all,
      )
    : text;
