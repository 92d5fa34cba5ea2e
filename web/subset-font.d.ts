/* What letters.ts uses of subset-font, which brings no types. */
declare module "subset-font" {
  interface Options {
    targetFormat?: "sfnt" | "woff" | "woff2";
    keepFeatures?: string[];
    noHinting?: boolean;
    variationAxes?: Record<string, number>;
  }
  export default function subset(font: Uint8Array, text: string, options?: Options): Promise<Uint8Array>;
}
