/** A URL up to the `@` that ends its user and password. */
const USER_INFO = /([a-z][a-z0-9+.-]*:\/\/[^\s/@:"'`]*):([^\s/"'`]+)@/gi;

/** A text without the passwords of its URLs; what stands for one (`${PASSWORD}`) stays. */
export const hidePasswords = (text: string): string =>
  text.includes('@') && text.includes('://')
    ? text.replace(USER_INFO, (all, user: string, password: string) => (password.includes('${') ? all : `${user}:…@`))
    : text;
