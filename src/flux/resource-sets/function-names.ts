/**
 * Whether templates of ResourceSets may call a function: those of text/template, of slim-sprig without the ones that give
 * other results each time, and the operator's own.
 */
export const isFunction = (name: string): boolean => NAMES.has(name);

const NAMES: ReadonlySet<string> = new Set(
  `
  add add1 adler32sum ago all and any append atoi b32dec b32enc b64dec b64enc base biggest break call cat ceil
  chunk clean coalesce compact concat contains continue deepEqual default dict dig dir div duration durationRound
  empty eq ext fail first float64 floor fromJson ge get gt has hasKey hasPrefix hasSuffix hello html indent index
  initial inputs int int64 isAbs join js keys kindIs kindOf last le len list lower lt max maxf min minf mod mul
  mustAppend mustChunk mustCompact mustDateModify mustFirst mustFromJson mustHas mustInitial mustLast mustPrepend
  mustRegexFind mustRegexFindAll mustRegexMatch mustRegexReplaceAll mustRegexReplaceAllLiteral mustRegexSplit
  mustRest mustReverse mustSlice mustToDate mustToJson mustToPrettyJson mustToRawJson mustToYaml mustUniq
  mustWithout ne nindent not omit or osBase osClean osDir osExt osIsAbs pick pluck plural prepend print printf
  println quote randInt regexFind regexFindAll regexMatch regexQuoteMeta regexReplaceAll regexReplaceAllLiteral
  regexSplit repeat replace rest reverse round seq set sha1sum sha256sum slice slugify sortAlpha split splitList
  splitn squote sub substr ternary title toDate toDecimal toJson toPrettyJson toRawJson toString toStrings toYaml
  trim trimAll trimPrefix trimSuffix trimall trunc tuple typeIs typeIsLike typeOf uniq unixEpoch unset until
  untilStep upper urlJoin urlParse urlquery values without
`.split(/\s+/),
);
