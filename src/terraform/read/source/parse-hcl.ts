/** What HashiCorp's parser makes of a file, or where it stops. */
export type ParsedHcl =
  | { readonly ok: true; readonly json: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly line: number | undefined; readonly reason: string };

/** Parses one file of HCL. */
export type ParseHcl = (text: string) => Promise<ParsedHcl>;

/**
 * HashiCorp's own parser, compiled to WebAssembly. It takes 2 MB and a tenth of a second to load, so only what reads HCL
 * loads it.
 */
export const loadHclParser = async (): Promise<ParseHcl> => {
  const { parse } = await import('@cdktn/hcl2json');
  return async (text) => {
    try {
      return { ok: true, json: await parse('file.tf', text) };
    } catch (error) {
      return { ok: false, ...readFault(error instanceof Error ? error.message : '') };
    }
  };
};

/** `[file.tf:2,6-3,1: Invalid expression; Expected …]`. What follows the semicolon may quote the file, which may hold a secret. */
const FAULT = /:(\d+),\d+(?:-[\d,]+)?: ([\w ,"'`-]{3,80});/;

const readFault = (message: string): { readonly line: number | undefined; readonly reason: string } => {
  const [, line, reason] = FAULT.exec(message) ?? [];
  return line === undefined || reason === undefined
    ? { line: undefined, reason: "it isn't HCL" }
    : { line: Number(line), reason: reason[0]!.toLowerCase() + reason.slice(1) };
};
