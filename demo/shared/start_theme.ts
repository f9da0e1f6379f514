/** The button for light and dark, on pages without another script. */
import { startTheme } from "./theme.ts";

startTheme();
