/** Marks of an encrypted file in JSON, YAML, dotenv and INI; Flux looks for the same. */
const FILE = /"mac": ?"ENC\[|\bmac: ENC\[|\bsops_mac=ENC\[|^\[sops\]$[\s\S]*^mac\s*=\s*ENC\[/m;

/** Whether a text is a whole file that SOPS encrypted. */
export const isEncryptedFileText = (text: string): boolean => FILE.test(text);
