/**
 * The game that "Watch a recorded game" shows: a minute of play, as an address has it, and its score.
 * Written by `tests/demo/record.ts`.
 *
 * @module
 */
// deno-fmt-ignore
export const RECORDED_GAME: string =
  "7F1Lc9w2DP4vOrM7EvU-9t5TOz15fEgbu-10HGcyaf33O6TWXEoEKAB8JE56BUyReBAEP4Dru1n1U9uqpn98v3bt9PD4" +
  "bp1_e1gfG3V316rm70Y1759fPjSq-fHTp-eXnx4ePzf36m7Y8375-O73B0MHhvz60TC6jfHPx-OXtPY4x-_c_nz7CvD5" +
  "n__648_P3gzyFbkvTeTJX4VApZsjwnGk8JW0HzAQZ3BLbYkzQLLRRNDwDLjCx3OFAKN6ruQjcV3OyQUGZ2urH7gW74na" +
  "wjeT-_OItqhGfP37tZanM70kFl4ili0ndy-xxjBmi7dp4fZETbp0IBSE87aoxKiiZUFtZOtpyqao18B9VErHjbQ9U1W9" +
  "INCOgjHUWHALHoNks2JH7FmWIDv_mKOoB5Szje-RO05UcdTdAiZdlHVxzyct8BdiAoAHFYqqZq6m2F48fG2hdJboackm" +
  "BRLmZPtpSgnzVUZxdzw5f3cDZJkZ91RBcwsk3NZZFXb-nt0QWIGIvahs1_NuFSx3FRhxd9TmT9MEkqcG_-37uRN3XsKT" +
  "GLCPIZN-SAmTk6FwpinZfNQ13aRgX227Olf6oUp-MlXK5tlQCxtpAeIYnkSIETn2ASJx4sOhXkjD7DBxuCdQ40QusEmQ" +
  "PI75wOGY7OjKIkGEoABg2BzNhtm7i4lrcX1flw_GVAjGranPlnIgtojteMEs4qQqPTGdJCeQCDEtX-fQ-YKKLFvKVjrT" +
  "1COInbDEDmDmjUyG-7O8ea54Kx-qpHw9F7V-DTWMAMtOELtaGSI7c2eLIvPoXQQuUyyTwVJzFYCJCOQkaqAOWLZw9xc7" +
  "r2Ij6ULBuyr6WpmnMrd826-lDIIgYufHPiob0meiq9qvq1SmpNolOFfoYYV71nEnGJILKQSAFHfURTAodgycdpgEjkk9" +
  "tqDbATnQv2a1GdLqRbYlhNglBxWOuXG-66Skri4MCMHt_7q2BVLKEvH_XjVPjWqenv99aFR7GVV70aP6ods08ORGOVYb" +
  "kybmaK0_U2c_6E9jPrZRwRn8z7w0ygyM3NJjRfSXZpu33HC9k9QqboZ06lhXiW-DtOoC5Rhae5LOlZctp2r0ZVQd7G6O" +
  "Faimt2o7Kmejvnn1fPHhnp6tBUC_daw8sWBQOrCnobWQRLQ4gMPH39n4vaIvo9LwfnOs0-CLOc9uJvOxcJNuVDPDkOao" +
  "u4Aw2qWDjupYUUeNgQo7qSbVBzIZ2rfgqHtBL6PqYUdxrCAwzzYuHPWzUUGbvzENEcd7CrGqAh3TsVoxdoT3od5WsKgh" +
  "MIihHbdDiQZA6P5EEGvJsywSCEC6SVMRlNRWDKbcWJ2NVob6Wjo-2W3q1Dcl8tJ1cgMRqTGBcUFl12y5EidfgI_pQarE" +
  "MhzjfykK2oLsfSdZf4pHEfGcbPsiX705oxQTeXYU3Za3MvTZOxnIcgCZGcooUtxEuth1pen5daylTg2T3VaerVcaqefw" +
  "q73UHDJPC0JZOH_iyiIrf-k6SS633FvlBZEu_dZK9ASMelCLN66om1n6Np2RvdZqImGqa8kIcS2XUQ0wHuNYbYEnQzsw" +
  "YbUg4RFO2Kjt20G4sxlltZoH4R3HYhuFmoYQKmytAgpshvgtgHHDXtTLqEZ4f9x4cWRb1uWfJ4GXtBVQm_EIjtJZnDxw" +
  "lY3cnjUE13OWMDU8yGEtDVdaHS_uBVN6K4K3vEg_wH7lWk2h_g2xcEEz5iAUjZtyzoTsO8cjVZQYV8r9EnpbkQiUt5Gv" +
  "kc7_c7sq2Ecc70zrxH01qDlcmCEioD-kYXO4zoiGHQ9cbzYNm0kADW9kMDzwHPQwmxUKNpDjZTLQpJZQLkPMEfRQwOKw" +
  "hsuoFsTAjld2C802iQwUsZHFJX5REbnL2Xhj_HNBXMnx4hkajlV48yxqDbVniN4-LwhGyM4s4avJOr-1IZNFBmHQwQhu" +
  "qXHJBDinvx9Ie9Qi-0WatpQwadjK7sk7PZh10kc3dFyU2-eOXxHTn2IkAtxso8h2luQ-xNiN7EjMjSjU8Aj_fWHgirwq" +
  "0VP30j9xJvotSf5jZ_b5JsuY2E0MsyTOi4749J--iWXMBN3UfEQqhAcQ6_kp5GVUK3ILcDzw1nP-2ng_02rBySBd3cg5" +
  "kMHDdHbxcA7ueCfIXEVTRSqzO7l0a6DUoEPfUsNmfgNBdsi7Co8ZvdWa51neJ7sN2AxWcKW3mbE1bfCzDnnG4DFpGCvg" +
  "vd5U2kCPgWCW-v2UGSg2sW8ksPcTN2b0hgsdSNJWCCrgoPsNjw1sfKV76MuZCuxLBOSVgseMX_LZ0mTF6ROyp9QxcMzW" +
  "g8GeA-NYaqZOd38yYyTkUYLHjEOcM9Xz7OcAz7vSw9BtIMcOeV3gMaMOtlBXNxncOlibpV7l9__YTI406XvM6KEiyZLJ" +
  "qYaeN0g9EOhKP0Wt2b5kQL0O6bj3mCXSDXJZVi-mBhDoxFITHj5mq7VN-8UapSGdBx6zhEZlbfQUwFavW-0kMMKVLnod" +
  "wf5lxJjH4NtC9qiiDkTM_mlW0SU9U9Nskdr-UKkZdKzR5tYn__BGtLmCcnEWdhnGwCXOzTnfk4KkQ0UqB-yVKcAyPPXh" +
  "H72kwiL4p6jIZKLa15Tzio5ocstJsch3FilSkfizbJBuREzsL20Onfx79xRo-0tEn_v7_wAAAP__AwA";

/** Points at its end. */
export const RECORDED_SCORE = 15420;
