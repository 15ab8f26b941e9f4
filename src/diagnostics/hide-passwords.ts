/** A URL up to the `@` that ends its user and password. */
const USER_INFO = /([a-z][a-z0-9+.-]*:\/\/[^\s/@:"'`]*):([^\s/"'`]+)@/gi;

/** Tokens that stand alone in the place of a user, in the forms of GitHub and GitLab. */
const TOKEN_AS_USER = /(:\/\/)(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w.-]{20,})(?=[:@])/g;

export const hasTokenAsUser = (url: string): boolean => url.search(TOKEN_AS_USER) >= 0;

/** A text without the passwords and tokens of its URLs; what stands for one (`${PASSWORD}`) stays. */
export const hidePasswords = (text: string): string =>
  text.includes('@') && text.includes('://')
    ? text
        .replace(USER_INFO, (all, user: string, password: string) => (password.includes('${') ? all : `${user}:…@`))
        .replace(TOKEN_AS_USER, '$1…')
    : text;
