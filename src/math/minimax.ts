/**
 * Polynomials for sine, cosine and arctangent: the minimax approximations of fdlibm (K. C. Ng, Sun Microsystems
 * 1993: k_sin.c, k_cos.c, s_atan.c).
 *
 * @module
 */

// sin x = x + S1 x³ + … + S6 x¹³ on [-π/4, π/4], error below 2^-58 x.
export const S1 = -1.66666666666666324348e-01;
export const S2 = 8.33333333332248946124e-03;
export const S3 = -1.98412698298579493134e-04;
export const S4 = 2.75573137070700676789e-06;
export const S5 = -2.50507602534068634195e-08;
export const S6 = 1.58969099521155010221e-10;

// cos x = 1 - x²/2 + C1 x⁴ + … + C6 x¹⁴ on [-π/4, π/4], error below 2^-58.
export const C1 = 4.16666666666666019037e-02;
export const C2 = -1.38888888888741095749e-03;
export const C3 = 2.48015872894767294178e-05;
export const C4 = -2.75573143513906633035e-07;
export const C5 = 2.08757232129817482790e-09;
export const C6 = -1.13596475577881948265e-11;

// atan x = x - x (A0 x² + A1 x⁴ + … + A10 x²²) on [-7/16, 7/16].
export const A0 = 3.33333333333329318027e-01;
export const A1 = -1.99999999998764832476e-01;
export const A2 = 1.42857142725034663711e-01;
export const A3 = -1.11111104054623557880e-01;
export const A4 = 9.09088713343650656196e-02;
export const A5 = -7.69187620504482999495e-02;
export const A6 = 6.66107313738753120669e-02;
export const A7 = -5.83357013379057348645e-02;
export const A8 = 4.97687799461593236017e-02;
export const A9 = -3.65315727442169155270e-02;
export const A10 = 1.62858201153657823623e-02;
