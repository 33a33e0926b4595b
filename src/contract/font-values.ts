/** Values of custom fonts and uploads. */

/** Formats that a response names; files in other formats have none. */
export const fontSourceFormats = ["woff2", "woff"] as const;

export const uploadKinds = ["customization_font", "import_file", "organization_file"] as const;
export type UploadKind = (typeof uploadKinds)[number];

/** Longest key of an uploaded file, in characters. */
export const longestStorageKey = 512;

/** Fonts for texts that the platform provides. */
export const builtInFonts = [
  ...(["ABCFavorit", "Inter", "Roboto", "RobotoSlab", "OpenSans", "SourceSansPro"] as const),
  ...(["Lato", "Ubuntu", "Raleway", "Merriweather", "Overpass", "NotoSans"] as const),
  ...(["IBMPlexSerif", "Poppins", "FiraSans"] as const),
] as const;
